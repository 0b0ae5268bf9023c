-- All at once: who belongs to the groups is found by one join, which a page would repeat. The ledger is looked up by
-- its indexes: a plan made while it is short would read all of it for each device. The joins keep their order: a plan
-- made while there are few devices began with them, and went through all people of the groups for each.
create or replace function jobs.list_alarme_appareils(sis_key text, alarme_id bigint) returns json
  language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set join_collapse_limit = 1
as $$
declare
  v_lot text := 'alarme-' || alarme_id;
begin
  perform request.open(null, sis_key, array['sis.config', 'intervention.lecture'], null);
  return (
    with groupes as materialized (
      -- Type 1 are alarm groups. The alarm centre calls them by their number.
      select g.id
        from app.alarme_groupes a
        join app.groupes g on g.sis_key = a.sis_key and g.type = 1 and g.no = a.no and g.no <> ''
       where a.sis_key = list_alarme_appareils.sis_key
         and a.alarme_id = list_alarme_appareils.alarme_id
    ), concernes as (
      select m.sapeur_id
        from app.groupe_sapeurs m
       where m.sis_key = list_alarme_appareils.sis_key
         and m.groupe_id in (select id from groupes)
      union
      select r.sapeur_id
        from app.reponses_alarmes r
       where r.sis_key = list_alarme_appareils.sis_key
         and r.alarme_id = list_alarme_appareils.alarme_id
         and r.source = 'centrale'
         and r.sapeur_id is not null
         and not exists (select from groupes)
    )
    select coalesce(json_agg(json_build_object('appareil_id', a.id, 'sapeur_id', c.sapeur_id) order by a.id), '[]')
      from concernes c
      join auth.memberships m on m.sis_key = list_alarme_appareils.sis_key and m.sapeur_id = c.sapeur_id and m.mobile
      join auth.users u on u.id = m.user_id and u.disabled_at is null
      join app.appareils a on a.sis_key = m.sis_key and a.user_id = m.user_id and a.actif
      left join app.envois e on e.sis_key = a.sis_key and e.lot = v_lot and e.appareil_id = a.id
     where (u.is_admin or coalesce(m.parti_at > now(), true))
       and (a.type = 'webpush' or u.email_verified_at is not null)
       and (e.id is null or e.canal = 'webpush' and e.etat = 'attente' and e.next_try_at <= clock_timestamp())
  );
end;
$$;
comment on function jobs.list_alarme_appareils(text, bigint) is
  'Devices to notify of an alarm now: [{appareil_id, sapeur_id}]. They belong to the linked sapeurs of its groups who get mobile alerts of the SIS, or, where no group matches, to the people that the alarm names. Definer: the worker holds no right on any table.';
grant execute on function jobs.list_alarme_appareils(text, bigint) to caserne_worker;

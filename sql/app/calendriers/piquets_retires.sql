-- A standby that was removed, or that somebody else took over: as app.exercices_retires.
create or replace function app.piquets_retires(sapeur_id bigint, fuseau text, du date, au date) returns setof jsonb
  language sql stable
as $$
  with retires as (
    select j.ligne_id as id, max(j.recorded_at) as retire_at
      from audit.journal j
     where j.sis_key = request.sis_key()
       and j.ressource = 'piquets'
       and j.action <> 'ajout'
       and j.recorded_at > now() - interval '90 days'
       and (j.avant ->> 'sapeur_id')::bigint = piquets_retires.sapeur_id
     group by 1
  )
  select app.evenement_piquet(x.piquet, g.designation, f.designation, fuseau, j.created_at, r.retire_at)
      || jsonb_build_object('annule', true)
    from retires r
   cross join lateral (
     select q as piquet
       from app.piquets q
      where q.sis_key = request.sis_key()
        and q.id = r.id
        and q.sapeur_id <> piquets_retires.sapeur_id
     union all
     select jsonb_populate_record(null::app.piquets, d.avant || jsonb_build_object('sis_key', d.sis_key))
       from audit.journal d
      where d.sis_key = request.sis_key()
        and d.ressource = 'piquets'
        and d.ligne_id = r.id
        and d.action = 'suppression'
   ) x
   cross join lateral app.dates_du_journal('piquets', r.id) j
    left join app.groupes g on g.sis_key = request.sis_key() and g.id = (x.piquet).groupe_id
    left join app.fonctions f on f.sis_key = request.sis_key() and f.id = (x.piquet).fonction_id
   where (x.piquet).fin >= du
     and (x.piquet).debut < au
$$;
comment on function app.piquets_retires(bigint, text, date, date) is
  'Events of standbys that the sapeur had, and that were removed or taken over in the last 90 days, as called off.';

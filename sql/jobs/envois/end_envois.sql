create or replace function jobs.end_envois(sis_key text, resultats json) returns void
  language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
as $$
declare
  v_retires bigint[];
  v_users bigint[];
begin
  perform request.open(null, sis_key, array['sis.config'], null);
  with ended as (
    update app.envois e
       set etat = r.etat,
           tentatives = e.tentatives + 1,
           remis_at = case when r.etat = 'remis' then r.at end,
           code_http = r.code,
           raison = left(r.raison, 500),
           next_try_at = clock_timestamp() + make_interval(secs => coalesce(r.pause, 0)),
           contenu = case when r.etat = 'attente' then e.contenu end
      from json_to_recordset(resultats) as r (id bigint, etat text, at timestamptz, code integer, raison text, pause double precision)
     where e.sis_key = end_envois.sis_key
       -- Twice, so that no plan reads the whole ledger of the SIS.
       and e.id = any (array(select i.id from json_to_recordset(resultats) as i (id bigint)))
       and e.id = r.id
       and e.etat = 'attente'
    returning e.appareil_id, e.etat
  )
  select array_agg(d.appareil_id) filter (where d.etat = 'retire') into v_retires from ended d;
  if v_retires is not null then
    with retires as (
      delete from app.appareils a where a.sis_key = end_envois.sis_key and a.id = any (v_retires) returning a.user_id
    )
    select array_agg(distinct r.user_id) into v_users from retires r;
    perform graphile_worker.add_job(
              'send_mail',
              json_build_object('genre', 'appareils_retires', 'sis_key', end_envois.sis_key, 'user_id', u.id))
       from unnest(v_users) as u (id)
      where not app.has_appareil(end_envois.sis_key, u.id);
  end if;
end;
$$;
comment on function jobs.end_envois(text, json) is
  'Notes what became of rows of the ledger: [{id, etat, at, code, raison, pause (seconds until the next try)}], and removes devices that are retire. Accounts that have none left get a mail. Definer: the worker holds no right on any table.';
grant execute on function jobs.end_envois(text, json) to caserne_worker;

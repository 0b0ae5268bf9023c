create or replace function jobs.purge_envois() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text;
begin
  for v_sis_key in select h.sis_key from request.homes h order by h.sis_key loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    delete from app.envois e where e.sis_key = v_sis_key and e.created_at < now() - interval '12 months';
  end loop;
  perform request.open(null, null, null, null);
end;
$$;
comment on function jobs.purge_envois() is
  'Deletes rows of the ledger of deliveries after 12 months. Definer: visits every SIS that lives here, each under its own policies.';
grant execute on function jobs.purge_envois() to caserne_worker;

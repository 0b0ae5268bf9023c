create or replace function api.ask_releve() returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_asked timestamptz := clock_timestamp();
begin
  if not request.can('intervention.lecture') then
    raise sqlstate 'PT403' using message = 'Permission requise : intervention.lecture';
  end if;
  -- Always in the same order: two callers lock the same jobs.
  perform jobs.ask_releve(r.messagerie_id)
     from (
       select messagerie_id from jobs.releves where sis_key in (request.sis_key(), '*') order by messagerie_id
     ) r;
  return to_json(v_asked);
end;
$$;
comment on function api.ask_releve() is
  'Has the mailboxes that serve the caller''s SIS read now: the instant of asking. Definer, to reach the queue; it tells nothing.';
grant execute on function api.ask_releve() to caserne_api;

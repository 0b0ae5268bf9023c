-- Definer: the caller is nobody yet, and may read neither calendars nor accounts.
create or replace function app.open_calendrier(token bytea) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user_id bigint;
  v_sapeur_id bigint;
begin
  select c.user_id, c.sapeur_id into v_user_id, v_sapeur_id
    from app.calendriers c
    join auth.users u on u.id = c.user_id
    join auth.memberships m on m.sis_key = c.sis_key and m.user_id = c.user_id and m.sapeur_id = c.sapeur_id
   where c.sis_key = request.sis_key()
     and c.token_hash = open_calendrier.token
     and u.disabled_at is null
     and (m.parti_at is null or m.parti_at > now());
  if not found then
    return false;
  end if;
  perform request.open(v_user_id, request.sis_key(), '{}', v_sapeur_id);
  return true;
end;
$$;
comment on function app.open_calendrier(bytea) is
  'Opens the request, without any permission, for the sapeur whose calendar has a token with this hash. False for an unknown one, for a disabled account, and for one that is no longer this sapeur or has left. Definer: the caller may read neither calendars nor accounts.';
grant execute on function app.open_calendrier(bytea) to caserne_api;

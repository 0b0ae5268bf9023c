create or replace function auth.delete_invitation(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform auth.require('utilisateur.tout');
  delete from auth.invitations i
   where i.sis_key = request.sis_key()
     and i.id = delete_invitation.id
     and i.used_at is null;
  return case when found then to_json(true) end;
end;
$$;
comment on function auth.delete_invitation(bigint) is
  'Withdraws an invitation of the request''s SIS; null when it does not exist or has been taken.';
grant execute on function auth.delete_invitation(bigint) to caserne_auth;

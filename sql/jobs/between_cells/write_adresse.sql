create or replace function jobs.write_adresse(sis_key text, invitation_id bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_invitation auth.invitations;
begin
  select * into v_invitation
    from auth.invitations i
   where i.sis_key = write_adresse.sis_key and i.id = write_adresse.invitation_id and i.used_by is not null;
  if found then
    perform app.write_adresse(v_invitation);
  end if;
end;
$$;
comment on function jobs.write_adresse(text, bigint) is
  'Writes the e-mail of an invitation that was taken where the accounts are kept, in the cell where its SIS lives. Definer: the worker holds no right on any table.';
grant execute on function jobs.write_adresse(text, bigint) to caserne_worker;

-- Definer: addresses of accounts are in auth. Confirming an e-mail links the other way round.
create or replace function app.tg_particularites__link() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Writing a record again must not link an account that was unlinked.
  if tg_op = 'UPDATE' and lower(new.email) = lower(old.email) then
    return null;
  end if;
  perform auth.link_sapeur(new.sis_key, u.id, u.email)
     from auth.users u
    where lower(u.email) = lower(new.email)
      and u.email_verified_at is not null
      and u.disabled_at is null;
  return null;
end;
$$;
comment on function app.tg_particularites__link() is
  'Links a sapeur to the account that has confirmed his e-mail. Definer: accounts are in auth.';
drop trigger if exists _200_link on app.particularites;
create trigger _200_link after insert or update of email on app.particularites
  for each row when (new.email <> '' and new.email_garanti) execute function app.tg_particularites__link();

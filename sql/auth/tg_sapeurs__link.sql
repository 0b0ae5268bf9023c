-- Confirming an e-mail links the other way round (auth.link_sapeurs).
create or replace function auth.tg_sapeurs__link() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_role text;
begin
  -- Writing a record again must not link an account that was unlinked.
  if tg_op = 'UPDATE' and lower(new.email) = lower(old.email) then
    return null;
  end if;
  if not request.keeps_users() then
    return null;
  end if;
  v_role := request.begin_replicated();
  if v_role is null then
    return null;
  end if;
  perform auth.link_sapeur(new.sis_key, u.id, u.email)
     from auth.users u
    where lower(u.email) = lower(new.email)
      and u.email_verified_at is not null
      and u.disabled_at is null;
  perform request.end_replicated(v_role);
  return null;
end;
$$;
comment on function auth.tg_sapeurs__link() is 'Links a sapeur to the account that has confirmed their e-mail.';
drop trigger if exists _100_link on auth.sapeurs;
create trigger _100_link after insert or update of email on auth.sapeurs
  for each row when (new.email <> '' and new.email_garanti) execute function auth.tg_sapeurs__link();
alter table auth.sapeurs enable always trigger _100_link;

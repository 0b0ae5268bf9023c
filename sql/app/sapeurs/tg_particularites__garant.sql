-- The owner of this address reads the person's pay once their account is linked, so the writer of the address matters.
-- Sending a record back with the same address does not count as writing it.
create or replace function app.tg_particularites__garant() returns trigger
  language plpgsql stable
as $$
begin
  if tg_op = 'INSERT' or lower(new.email) <> lower(old.email) then
    new.email_garanti := new.email <> '' and request.can('utilisateur.tout');
  end if;
  return new;
end;
$$;
comment on function app.tg_particularites__garant() is
  'Keeps whether someone with utilisateur.tout wrote the e-mail; imports open their request with that permission. A change by anyone else clears it.';
drop trigger if exists _110_garant on app.particularites;
create trigger _110_garant before insert or update of email on app.particularites
  for each row execute function app.tg_particularites__garant();

create or replace function app.tg_particularites__naissance() returns trigger
  language plpgsql stable
as $$
begin
  if new.date_naissance >= app.today() then
    raise sqlstate 'PT422' using message = 'La date de naissance doit précéder aujourd’hui.', detail = 'date_naissance';
  end if;
  return new;
end;
$$;
comment on function app.tg_particularites__naissance() is 'Refuses (PT422) a date of birth that is not in the past.';
drop trigger if exists _100_naissance on app.particularites;
create trigger _100_naissance before insert or update of date_naissance on app.particularites
  for each row execute function app.tg_particularites__naissance();

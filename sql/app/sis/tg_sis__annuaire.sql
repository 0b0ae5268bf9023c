-- Definer: accounts are in auth.
create or replace function app.tg_sis__annuaire() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.publish_sapeur(a.sis_key, a.id)
     from auth.sapeurs a
    where a.sis_key = new.sis_key and a.service is not null;
  return null;
end;
$$;
comment on function app.tg_sis__annuaire() is
  'Moves the departure of leavers to midnight of the new time zone. Definer: accounts are in auth.';
drop trigger if exists _200_annuaire on app.sis;
create trigger _200_annuaire after update of fuseau on app.sis
  for each row when (old.fuseau <> new.fuseau) execute function app.tg_sis__annuaire();

-- Definer: accounts are in auth.
create or replace function app.tg_sis__depart() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform auth.renew_depart(m.sis_key, m.sapeur_id)
     from auth.memberships m
    where m.sis_key = new.sis_key and m.sapeur_id is not null;
  return null;
end;
$$;
comment on function app.tg_sis__depart() is
  'Moves the departure of leavers to midnight of the new time zone. Definer: accounts are in auth.';
drop trigger if exists _200_depart on app.sis;
create trigger _200_depart after update of fuseau on app.sis
  for each row when (old.fuseau <> new.fuseau) execute function app.tg_sis__depart();

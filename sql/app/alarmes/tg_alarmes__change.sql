create or replace function app.tg_alarmes__change() returns trigger
  language plpgsql volatile
as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end;
$$;
comment on function app.tg_alarmes__change() is 'Sets changed_in of an alarm to the transaction that changes it.';

drop trigger if exists _010_change on app.alarmes;
create trigger _010_change before update on app.alarmes
  for each row when (old.* is distinct from new.*) execute function app.tg_alarmes__change();

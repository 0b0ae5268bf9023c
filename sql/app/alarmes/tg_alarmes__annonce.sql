create or replace function app.tg_alarmes__annonce() returns trigger
  language plpgsql volatile
as $$
begin
  -- The notification names the SIS only. PostgreSQL sends equal notifications once per transaction.
  perform pg_notify(request.channel('caserne_alarmes'), new.sis_key);
  return null;
end;
$$;
comment on function app.tg_alarmes__annonce() is
  'Notifies the servers, on the channel caserne_alarmes, that alarms of a SIS were added or changed.';
drop trigger if exists _800_annonce on app.alarmes;
create trigger _800_annonce after insert or update on app.alarmes
  for each row execute function app.tg_alarmes__annonce();

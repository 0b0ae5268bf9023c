create or replace function app.tg_reponses_alarmes__annonce() returns trigger
  language plpgsql volatile
as $$
begin
  perform pg_notify(request.channel('caserne_alarmes'), new.sis_key);
  return null;
end;
$$;
comment on function app.tg_reponses_alarmes__annonce() is
  'Notifies the servers, on the channel caserne_alarmes, that alarms of a SIS were answered.';

drop trigger if exists _800_annonce on app.reponses_alarmes;
create trigger _800_annonce after insert on app.reponses_alarmes
  for each row execute function app.tg_reponses_alarmes__annonce();

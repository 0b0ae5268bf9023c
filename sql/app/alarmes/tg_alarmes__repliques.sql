-- While a SIS moves, its alarms come here by replication. Transactions are those of this database then: the stream of
-- alarms would take a number of another one for a transaction to come. And the instance's mailbox is another one here:
-- `*principale` names a mail in the ledger of the instance in the cell `principale`, and is `*` again back there.
create or replace function app.tg_alarmes__repliques() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_cellule text;
begin
  if request.is_replicated() then
    new.changed_in := pg_catalog.pg_current_xact_id();
    if left(new.message_sis_key, 1) = '*' then
      select coalesce(nullif(substr(new.message_sis_key, 2), ''), s.cellule) into v_cellule
        from auth.sis s
       where s.api_key = new.sis_key;
      new.message_sis_key := '*' || case when v_cellule <> (select c.nom from request.cellule c) then v_cellule else '' end;
    end if;
  end if;
  return new;
end;
$$;
comment on function app.tg_alarmes__repliques() is
  'Makes an alarm that comes from another cell one of this database: when it was changed, and whose ledger has its mail.';
create or replace trigger _015_repliques before insert or update on app.alarmes
  for each row execute function app.tg_alarmes__repliques();
alter table app.alarmes enable replica trigger _015_repliques;

create or replace function app.tg_reponses_alarmes__repliques() returns trigger
  language plpgsql volatile set search_path = ''
as $$
begin
  if request.is_replicated() then
    new.changed_in := pg_catalog.pg_current_xact_id();
  end if;
  return new;
end;
$$;
comment on function app.tg_reponses_alarmes__repliques() is
  'Makes an answer that comes from another cell one of this database.';
create or replace trigger _015_repliques before insert or update on app.reponses_alarmes
  for each row execute function app.tg_reponses_alarmes__repliques();
alter table app.reponses_alarmes enable replica trigger _015_repliques;

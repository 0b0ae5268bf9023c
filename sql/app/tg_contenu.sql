-- Whoever writes a row that belongs to a record changes the record, whatever his rights (a superuser has no request at all). So where the
-- request lacks the permission to change the record, this opens one in the row's SIS that has it. Once a transaction is enough.
-- One plan for all rows: planning anew for each took a millisecond a row, because a list of ids looks cheaper when its length is known.
create or replace function app.tg_contenu() returns trigger
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_sis_key text := coalesce(new.sis_key, old.sis_key);
  -- Of an added row there is no old, of a removed one no new: their ids are null.
  v_ids bigint[] := array[(to_jsonb(old) ->> tg_argv[1])::bigint, (to_jsonb(new) ->> tg_argv[1])::bigint];
  v_permission text := case tg_argv[0]
                         when 'exercices' then 'exercice.modification'
                         when 'groupes' then 'organisation.modification'
                         when 'sapeurs' then 'sapeur.modification'
                         else 'intervention.modification'
                       end;
  v_autre boolean := (request.sis_key() = v_sis_key and request.can(v_permission)) is not true;
  v_opened text[];
begin
  if v_autre then
    v_opened := request.opened();
    perform request.open(null, v_sis_key, array[v_permission], null);
  end if;
  case tg_argv[0]
    when 'alarmes' then
      update app.alarmes r set version = r.version + 1
       where r.sis_key = v_sis_key and r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;
    when 'exercices' then
      update app.exercices r set version = r.version + 1
       where r.sis_key = v_sis_key and r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;
    when 'groupes' then
      update app.groupes r set version = r.version + 1
       where r.sis_key = v_sis_key and r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;
    when 'interventions' then
      update app.interventions r set version = r.version + 1
       where r.sis_key = v_sis_key and r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;
    when 'sapeurs' then
      update app.sapeurs r set version = r.version + 1
       where r.sis_key = v_sis_key and r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;
  end case;
  if v_autre then
    perform request.reopen(v_opened);
  end if;
  return null;
end;
$$;
comment on function app.tg_contenu() is
  'Raises the version of a record when what belongs to it is added, changed or removed. Its arguments are the table of the record and the column that names it. Definer: a version is nobody''s to write.';

-- Whoever writes a row of its contents, by whatever right or none (a superuser), changes the record: so this acts in the row's SIS, with the
-- permission that changing the record asks for, where the request has not got that itself. Once a transaction is enough.
-- One plan for all rows: a list of ids looks cheaper when its length is known, and planning anew took a millisecond a row.
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
  v_user_id bigint := request.user_id();
  v_request_sis_key text := request.sis_key();
  v_permissions text[] := string_to_array(current_setting('request.permissions', true), ',');
  v_sapeur_id bigint := request.sapeur_id();
begin
  if v_autre then
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
    perform request.open(v_user_id, v_request_sis_key, v_permissions, v_sapeur_id);
  end if;
  return null;
end;
$$;
comment on function app.tg_contenu() is
  'Raises the version of a record when what belongs to it is added, changed or removed. Its arguments are the table of the record and the column that names it. Definer: a version is nobody''s to write.';

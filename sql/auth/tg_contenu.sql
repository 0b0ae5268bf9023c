create or replace function auth.tg_contenu() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_sis_key text := coalesce(new.sis_key, old.sis_key);
  v_ids bigint[] := array[(to_jsonb(old) ->> tg_argv[1])::bigint, (to_jsonb(new) ->> tg_argv[1])::bigint];
begin
  -- A version rises once a transaction.
  case tg_argv[0]
    when 'roles' then
      update auth.roles r set version = r.version + 1
       where r.sis_key = v_sis_key and r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;
    when 'users' then
      update auth.users r set version = r.version + 1
       where r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;
  end case;
  return null;
end;
$$;
comment on function auth.tg_contenu() is
  'Raises the version of a role when its permissions change, and of an account when its rights in a SIS change. Arguments: the table of the record, the column that names it.';

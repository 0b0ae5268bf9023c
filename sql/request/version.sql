create or replace function request.tg_version() returns trigger
  language plpgsql volatile
as $$
begin
  new.version := old.version + 1;
  return new;
end;
$$;
comment on function request.tg_version() is 'Raises the version of a changed record, in every table that has versions.';

create or replace function request.expect(ressource text, id text, versions text[]) returns void
  language plpgsql volatile
as $$
begin
  if versions is not null then
    perform pg_catalog.set_config('request.if_match', json_build_object(
      'ressource', ressource, 'id', id, 'versions', versions
    )::text, true);
  end if;
end;
$$;
comment on function request.expect(text, text, text[]) is
  'Sets for the rest of the transaction which versions of a record the caller knows (null: any). A change of the record at another version is refused.';
grant execute on function request.expect(text, text, text[]) to caserne_api, caserne_auth;

create or replace function request.check_if_match(version bigint) returns void
  language plpgsql volatile
as $$
begin
  if not pg_catalog.current_setting('request.if_match')::jsonb -> 'versions' ? version::text then
    raise sqlstate 'PT412' using message = 'Modifié entre-temps : relisez avant d’enregistrer';
  end if;
  -- Further changes by the same request are its own.
  perform pg_catalog.set_config('request.if_match', '', true);
end;
$$;
comment on function request.check_if_match(bigint) is
  'Refuses (PT412) a record at a version that the caller does not know. Checks once a request.';
grant execute on function request.check_if_match(bigint) to caserne_api;

-- Runs after the row is written, so that refusals independent of the version (409) come first. The row is locked by
-- then: of two callers with the same version, the second sees the version of the first.
create or replace function request.tg_if_match() returns trigger
  language plpgsql volatile
as $$
declare
  -- Empty when an earlier row of the same statement was the record.
  v_expected jsonb := nullif(pg_catalog.current_setting('request.if_match'), '')::jsonb;
begin
  if v_expected ->> 'ressource' = format('%s.%s', tg_table_schema, tg_table_name)
     and v_expected ->> 'id' = to_jsonb(old) ->> coalesce(tg_argv[0], 'id') then
    perform request.check_if_match(old.version);
  end if;
  return null;
end;
$$;
comment on function request.tg_if_match() is
  'Refuses (PT412) to change or remove the record of the request at a version that the caller does not know. Argument: the column of the record''s id, if not id.';

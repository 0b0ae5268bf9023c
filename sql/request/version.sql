create or replace function request.tg_version() returns trigger
  language plpgsql volatile
as $$
begin
  new.version := old.version + 1;
  return new;
end;
$$;
comment on function request.tg_version() is
  'Raises the version of a record that is changed, for every table that has one.';

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
  'Says for the rest of the transaction which versions of one record the caller knows (null: any); whoever then changes it when it has another is refused.';
grant execute on function request.expect(text, text, text[]) to caserne_api, caserne_auth;

create or replace function request.check_if_match(version bigint) returns void
  language plpgsql volatile
as $$
begin
  if not pg_catalog.current_setting('request.if_match')::jsonb -> 'versions' ? version::text then
    raise sqlstate 'PT412' using message = 'Modifié entre-temps : relisez avant d’enregistrer';
  end if;
  -- What the request does to it afterwards is its own.
  perform pg_catalog.set_config('request.if_match', '', true);
end;
$$;
comment on function request.check_if_match(bigint) is
  'Refuses (PT412) when the record had another version than the caller knows; asked once a request.';
grant execute on function request.check_if_match(bigint) to caserne_api;

-- After the row is written, so that what stands in the way of any version (409) is said first. The row is locked by then: of two who know the
-- same version the second sees the first's.
create or replace function request.tg_if_match() returns trigger
  language plpgsql volatile
as $$
declare
  -- Empty by now, where an earlier row of the same statement was the one.
  v_attendu jsonb := nullif(pg_catalog.current_setting('request.if_match'), '');
begin
  if v_attendu ->> 'ressource' = format('%s.%s', tg_table_schema, tg_table_name)
     and v_attendu ->> 'id' = to_jsonb(old) ->> coalesce(tg_argv[0], 'id') then
    perform request.check_if_match(old.version);
  end if;
  return null;
end;
$$;
comment on function request.tg_if_match() is
  'Refuses (PT412) to change or remove the record of the request when it has another version than the caller knows. Its argument is the column of the record''s id, where that is not id.';

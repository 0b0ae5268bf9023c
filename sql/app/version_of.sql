-- One branch per table: PL/pgSQL plans a branch only when it is first used.
create or replace function app.version_of(ressource text, id text) returns bigint
  language plpgsql stable
as $$
begin
  case ressource
    --!each versioned
  end case;
end;
$$;
comment on function app.version_of(text, text) is
  'Version of a record of the caller''s SIS, by table and id, or null when none is visible. The id of something that a SIS has once is its key.';
grant execute on function app.version_of(text, text) to caserne_api;

-- Volatile, to see the rows that the statement has written.
create or replace function app.version_after(ressource text, id text) returns bigint
  language plpgsql volatile
as $$
declare
  v_expected jsonb := nullif(current_setting('request.if_match', true), '')::jsonb;
begin
  -- The request has not changed the record, so no trigger has compared the version yet.
  if v_expected is not null then
    perform request.check_if_match(v.version)
       from app.version_of(v_expected ->> 'ressource', v_expected ->> 'id') as v (version)
      where v.version is not null;
  end if;
  return app.version_of(ressource, id);
end;
$$;
comment on function app.version_after(text, text) is
  'Version of a record after the request. PT412 when the request left the record named in If-Match unchanged and that record has another version.';
grant execute on function app.version_after(text, text) to caserne_api;

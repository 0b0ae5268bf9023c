-- Only request.enter and request.open write the request.* settings. They are local to the transaction: an autocommit
-- statement with request.open(…) in FROM runs it before the select list and loses the settings at its end.
create or replace function request.enter(user_id bigint, sis_key text, permissions text[], sapeur_id bigint) returns void
  language plpgsql volatile
as $$
declare
  v_settings text;
begin
  -- An assignment, because PL/pgSQL evaluates it without a statement of its own; a perform for each would take longer
  -- than all the rest.
  v_settings := pg_catalog.set_config('request.user_id', coalesce(enter.user_id::text, ''), true)
    || pg_catalog.set_config('request.sis_key', coalesce(enter.sis_key, ''), true)
    || pg_catalog.set_config('request.permissions', pg_catalog.array_to_string(enter.permissions, ','), true)
    || pg_catalog.set_config('request.sapeur_id', coalesce(enter.sapeur_id::text, ''), true);
end;
$$;
comment on function request.enter(bigint, text, text[], bigint) is
  'Sets for the rest of the transaction the caller, the SIS, the permissions, and the sapeur that the caller is there (null: none), wherever the SIS lives: for accounts, which are kept in one database.';

-- Written out once more, because each request would pay for the call.
create or replace function request.open(user_id bigint, sis_key text, permissions text[], sapeur_id bigint) returns void
  language plpgsql volatile
as $$
declare
  v_settings text;
begin
  if open.sis_key <> '*' and not request.is_home(open.sis_key) then
    perform request.refuse_away(open.sis_key);
  end if;
  v_settings := pg_catalog.set_config('request.user_id', coalesce(open.user_id::text, ''), true)
    || pg_catalog.set_config('request.sis_key', coalesce(open.sis_key, ''), true)
    || pg_catalog.set_config('request.permissions', pg_catalog.array_to_string(open.permissions, ','), true)
    || pg_catalog.set_config('request.sapeur_id', coalesce(open.sapeur_id::text, ''), true);
end;
$$;
comment on function request.open(bigint, text, text[], bigint) is
  'Sets for the rest of the transaction the caller, the SIS, the permissions, and the sapeur that the caller is there (null: none). PT503 when the SIS does not live in this database.';
grant execute on function request.enter(bigint, text, text[], bigint) to caserne_api;
grant execute on function request.open(bigint, text, text[], bigint) to caserne_api;

-- A rule that must read another SIS, or more than the caller may, opens its own request and then reopens the caller's.
-- If it fails in between, the settings are rolled back with the transaction.
create or replace function request.opened() returns text[]
  language sql stable
as $$
  select array[
    pg_catalog.current_setting('request.user_id', true), pg_catalog.current_setting('request.sis_key', true),
    pg_catalog.current_setting('request.permissions', true), pg_catalog.current_setting('request.sapeur_id', true)
  ]
$$;
comment on function request.opened() is 'The settings of the open request, for request.reopen.';

create or replace function request.reopen(opened text[]) returns void
  language sql volatile
as $$
  select request.enter(
    nullif(opened[1], '')::bigint, nullif(opened[2], ''), pg_catalog.string_to_array(opened[3], ','), nullif(opened[4], '')::bigint)
$$;
comment on function request.reopen(text[]) is 'Opens a request again with the settings of request.opened.';

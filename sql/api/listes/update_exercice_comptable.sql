-- In SQL, as in release 0.1.0 (docs/how-to/change-the-schema.md).
create or replace function api.update_exercice_comptable(id bigint, body jsonb) returns json
  language sql volatile
as $$
  select api.as_json(e) from app.change_exercice_comptable(id, body) e where e.id is not null
$$;
comment on function api.update_exercice_comptable(bigint, jsonb) is
  'Changes, closes or reopens an accounting year; absent keys leave values as they are. Null when it does not exist; PT409, also for a year that is not finished (app.refuse_inacheve) unless forcer is true.';
grant execute on function api.update_exercice_comptable(bigint, jsonb) to caserne_api;

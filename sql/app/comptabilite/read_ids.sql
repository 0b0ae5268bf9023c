create or replace function app.read_ids(list jsonb) returns bigint[]
  language sql immutable
as $$
  -- An empty list chooses nothing. It must not become null, which chooses everything.
  select coalesce(array_agg(t.id::bigint), '{}')
    from jsonb_array_elements_text(case when jsonb_typeof(list) = 'array' then list end) as t (id)
  having jsonb_typeof(list) = 'array'
$$;
comment on function app.read_ids(jsonb) is
  'The numbers of a list in a body; null when there is no list.';
grant execute on function app.read_ids(jsonb) to caserne_api;

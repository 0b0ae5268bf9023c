create or replace function request.ids(lignes jsonb, key text default 'id') returns bigint[]
  language sql immutable parallel safe
as $$
  select coalesce(
    array_agg((case jsonb_typeof(l) when 'object' then l ->> key else l #>> '{}' end)::bigint order by n), '{}'
  )
    from jsonb_array_elements(lignes) with ordinality as t (l, n)
$$;
comment on function request.ids(jsonb, text) is
  'The ids of a batch whose elements are ids, or objects with the id under a key.';
grant execute on function request.ids(jsonb, text) to caserne_api;

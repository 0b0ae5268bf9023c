create or replace function request.merge(one json, other json) returns json
  language sql immutable parallel safe
as $$
  select json_object_agg(e.key, e.value)
    from (select * from json_each(one) union all select * from json_each(other)) e
$$;
comment on function request.merge(json, json) is 'The keys of two JSON objects in one object, with values as written.';
grant execute on function request.merge(json, json) to caserne_api;

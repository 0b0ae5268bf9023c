create or replace function app.list_ecarts(intervention app.interventions, corps jsonb) returns text[]
  language sql stable
as $$
  select coalesce(array_agg(format('%s : « %s » n’a pas remplacé « %s »', recu.key, recu.value, la.value) order by recu.key), '{}')
    from jsonb_each_text(to_jsonb(app.read_intervention(intervention, corps))) recu
    join jsonb_each_text(to_jsonb(intervention)) la using (key)
   where recu.value is distinct from la.value
     and nullif(corps -> recu.key, 'null') is not null
$$;
comment on function app.list_ecarts(app.interventions, jsonb) is
  'One sentence for each field of an intervention to which a second report gives another value.';
grant execute on function app.list_ecarts(app.interventions, jsonb) to caserne_api;

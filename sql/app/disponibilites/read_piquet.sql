create or replace function app.read_piquet(ancien app.piquets, body jsonb) returns app.piquets
  language sql stable
as $$
  select jsonb_populate_record(ancien, coalesce((
           select jsonb_object_agg(k.key, case when k.key in ('debut', 'fin') then to_jsonb(request.read_instant(k.value #>> '{}', app.fuseau())) else k.value end)
             from jsonb_each(body) k
            where k.key in ('sapeur_id', 'groupe_id', 'fonction_id', 'debut', 'fin')
         ), '{}'))
$$;
comment on function app.read_piquet(app.piquets, jsonb) is
  'A standby with what the body says of it {sapeur_id, groupe_id, fonction_id, debut, fin}; absent keys leave values as they are.';
grant execute on function app.read_piquet(app.piquets, jsonb) to caserne_api;

create or replace function app.read_piquet(ancien app.piquets, body jsonb) returns app.piquets
  language sql stable
as $$
  select jsonb_populate_record(ancien, coalesce((
           select jsonb_object_agg(k.key, case k.key
                                            when 'debut' then to_jsonb(d.debut)
                                            when 'fin' then to_jsonb(request.read_instant(body ->> 'fin', d.fuseau, coalesce(d.debut, ancien.debut)))
                                            else k.value
                                          end)
             from jsonb_each(body) k
            cross join (select request.read_instant(body ->> 'debut', f) as debut, f as fuseau from app.fuseau() f) d
            where k.key in ('sapeur_id', 'groupe_id', 'fonction_id', 'debut', 'fin')
         ), '{}'))
$$;
comment on function app.read_piquet(app.piquets, jsonb) is
  'A standby with what the body says of it {sapeur_id, groupe_id, fonction_id, debut, fin}; absent keys leave values as they are.';
grant execute on function app.read_piquet(app.piquets, jsonb) to caserne_api;

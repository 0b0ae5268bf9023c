create or replace function app.read_effectif_requis(ancien app.effectif_requis, body jsonb) returns app.effectif_requis
  language sql stable
as $$
  select jsonb_populate_record(
           ancien,
           jsonb_build_object('jours', coalesce(to_jsonb(ancien.jours), '[1,2,3,4,5,6,7]'),
                              'heure_debut', coalesce(ancien.heure_debut, '00:00'),
                              'heure_fin', coalesce(ancien.heure_fin, '00:00'))
           || jsonb_strip_nulls(jsonb_build_object(
                'designation', body -> 'designation', 'minimum', body -> 'minimum', 'jours', body #> '{plage,jours}',
                'heure_debut', body #> '{plage,debut}', 'heure_fin', body #> '{plage,fin}'))
           || coalesce((
                select jsonb_object_agg(c.key, c.value)
                  from jsonb_each(body -> 'condition') c
                 where c.key in ('porteur', 'fonction_id', 'permis_type_id', 'groupe_id')
              ), '{}'))
$$;
comment on function app.read_effectif_requis(app.effectif_requis, jsonb) is
  'A requirement with what the body says of it {designation, minimum, condition, plage}; absent keys leave values as they are, and null takes a condition away.';
grant execute on function app.read_effectif_requis(app.effectif_requis, jsonb) to caserne_api;

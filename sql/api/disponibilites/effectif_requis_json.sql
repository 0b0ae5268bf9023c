create or replace function api.as_json(requis app.effectif_requis) returns json
  language sql stable
as $$
  select json_build_object(
    'id', requis.id,
    'designation', requis.designation,
    'minimum', requis.minimum,
    'condition', json_build_object(
      'porteur', requis.porteur,
      'fonction_id', requis.fonction_id,
      'permis_type_id', requis.permis_type_id,
      'groupe_id', requis.groupe_id
    ),
    'plage', json_build_object(
      'jours', requis.jours,
      'debut', to_char(requis.heure_debut, 'HH24:MI'),
      'fin', to_char(requis.heure_fin, 'HH24:MI')
    )
  )
$$;
comment on function api.as_json(app.effectif_requis) is
  'How many available people a SIS needs, on the wire.';
grant execute on function api.as_json(app.effectif_requis) to caserne_api;

create or replace function api.create_effectif_requis(body jsonb) returns json
  language sql volatile
as $$
  insert into app.effectif_requis (designation, minimum, porteur, fonction_id, permis_type_id, groupe_id, jours, heure_debut, heure_fin)
  select n.designation, n.minimum, n.porteur, n.fonction_id, n.permis_type_id, n.groupe_id, n.jours, n.heure_debut, n.heure_fin
    from app.read_effectif_requis(null, body) n
  returning api.as_json(effectif_requis)
$$;
comment on function api.create_effectif_requis(jsonb) is
  'Adds a requirement (app.read_effectif_requis). PT409 for a designation that exists, PT422.';
grant execute on function api.create_effectif_requis(jsonb) to caserne_api;

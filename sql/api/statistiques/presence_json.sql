create or replace function api.as_json(presence app.intervention_sapeurs, fuseau text, nom_prenom text, numero text) returns jsonb
  language sql stable
as $$
  select api.as_json(presence, fuseau)::jsonb || jsonb_build_object('nom_prenom', nom_prenom, 'numero', numero)
$$;
comment on function api.as_json(app.intervention_sapeurs, text, text, text) is
  'A presence on the wire, with the names of its sapeur and its intervention.';
grant execute on function api.as_json(app.intervention_sapeurs, text, text, text) to caserne_api;

create or replace function api.as_json(piquet app.piquets, fuseau text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', piquet.id,
    'sapeur_id', piquet.sapeur_id,
    'nom_prenom', app.nom_prenom(piquet.sapeur_id),
    'groupe_id', piquet.groupe_id,
    'fonction_id', piquet.fonction_id,
    'debut', request.local_instant(piquet.debut, fuseau),
    'fin', request.local_instant(piquet.fin, fuseau),
    'repreneur_id', piquet.repreneur_id,
    'repreneur', app.nom_prenom(piquet.repreneur_id)
  )
$$;
comment on function api.as_json(app.piquets, text) is
  'A standby on the wire, with the sapeur who was asked to take it over.';
grant execute on function api.as_json(app.piquets, text) to caserne_api;

create or replace function api.as_json(reponse app.reponses_alarmes) returns json
  language sql stable
as $$
  select json_build_object(
    'id', reponse.id,
    'alarme_id', reponse.alarme_id::text,
    'sapeur_id', reponse.sapeur_id,
    'nom_prenom', reponse.nom_complet,
    'reponse', reponse.reponse,
    'delai', reponse.delai,
    'remarque', reponse.remarque,
    'at', request.utc(reponse.at),
    'source', reponse.source
  )
$$;
comment on function api.as_json(app.reponses_alarmes) is
  'One answer to an alarm on the wire, with the name of the sapeur when they answered.';
grant execute on function api.as_json(app.reponses_alarmes) to caserne_api;

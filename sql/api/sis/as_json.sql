create or replace function api.as_json(sis app.sis) returns json
  language sql stable
as $$
  select json_build_object(
    'nom', sis.nom,
    'rue', sis.rue,
    'numero', sis.numero,
    'district', sis.district,
    'no_arrondissement', sis.no_arrondissement,
    'telephone', sis.telephone,
    'email', sis.email,
    'iban', sis.iban,
    'bic', sis.bic,
    'localite_id', sis.localite_id,
    'sapeur_id', sis.sapeur_id,
    'fuseau', sis.fuseau,
    'intervention_automatique', sis.intervention_automatique,
    'delai_excuse', sis.delai_excuse,
    'duree_reponse', sis.duree_reponse,
    'contenu_alerte', sis.contenu_alerte,
    'mots_test', sis.mots_test
  )
$$;
comment on function api.as_json(app.sis) is
  'The settings of a SIS on the wire.';
grant execute on function api.as_json(app.sis) to caserne_api;

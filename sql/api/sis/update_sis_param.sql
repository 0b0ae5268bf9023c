create or replace function api.update_sis_param(body jsonb) returns json
  language sql volatile
as $$
  update app.sis s
     set (nom, rue, numero, district, no_arrondissement, telephone, email, iban, bic, localite_id, sapeur_id, fuseau,
          intervention_automatique, delai_excuse, duree_reponse, contenu_alerte, mots_test) = (
       select coalesce(n.nom, ''), coalesce(n.rue, ''), coalesce(n.numero, ''), coalesce(n.district, ''),
              coalesce(n.no_arrondissement, ''), coalesce(n.telephone, ''), coalesce(n.email, ''),
              upper(replace(coalesce(n.iban, ''), ' ', '')), coalesce(n.bic, ''), n.localite_id, n.sapeur_id,
              coalesce(n.fuseau, 'Europe/Zurich'), n.intervention_automatique,
              coalesce(n.delai_excuse, 7::smallint), coalesce(n.duree_reponse, 120::smallint), coalesce(n.contenu_alerte, 'minimal'),
              coalesce(n.mots_test, app.usual_mots_test())
         from jsonb_populate_record(s, body) n
     )
   where s.sis_key = request.sis_key()
  returning api.as_json(s)
$$;
comment on function api.update_sis_param(jsonb) is
  'Changes the settings of the caller''s SIS; absent keys leave values as they are, null clears a value or sets its default.';
grant execute on function api.update_sis_param(jsonb) to caserne_api;

create or replace function api.create_indemnite_exercice(body jsonb) returns json
  language sql volatile
as $$
  insert into app.indemnites_exercice
    (fonction_id, tarif, type_unite_id, compte_id, ecriture_categorie_id, type)
  select n.fonction_id, n.tarif, coalesce(n.type_unite_id, app.unite_heure()), n.compte_id, n.ecriture_categorie_id,
         coalesce(n.type, 1::smallint)
    from jsonb_populate_record(null::app.indemnites_exercice, body) n
  returning api.as_json(indemnites_exercice)
$$;
comment on function api.create_indemnite_exercice(jsonb) is
  'Adds a tariff of exercices to the caller''s SIS.';
grant execute on function api.create_indemnite_exercice(jsonb) to caserne_api;

create or replace function api.create_indemnite_annuelle(body jsonb) returns json
  language sql volatile
as $$
  insert into app.indemnites_annuelles
    (fonction_id, designation, tarif, type_unite_id, cumulable, compte_id, ecriture_categorie_id, type)
  select n.fonction_id, n.designation, n.tarif, coalesce(n.type_unite_id, app.unite_an()),
         coalesce(n.cumulable, false), n.compte_id, n.ecriture_categorie_id, coalesce(n.type, 2::smallint)
    from jsonb_populate_record(null::app.indemnites_annuelles, body) n
  returning api.as_json(indemnites_annuelles)
$$;
comment on function api.create_indemnite_annuelle(jsonb) is
  'Adds a yearly allowance to the caller''s SIS.';
grant execute on function api.create_indemnite_annuelle(jsonb) to caserne_api;

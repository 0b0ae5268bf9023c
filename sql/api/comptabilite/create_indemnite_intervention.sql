create or replace function api.create_indemnite_intervention(body jsonb) returns json
  language sql volatile
as $$
  insert into app.indemnites_intervention
    (designation, tarif, tarif_min, tarif_min_pour, tarif_min_pro_rata, tarif_pro_rata, taux_nuit, taux_weekend,
     debut, fin, phase_type_id, compte_id, ecriture_categorie_id, type, actif)
  select n.designation, n.tarif, coalesce(n.tarif_min, 0), coalesce(n.tarif_min_pour, 0),
         coalesce(n.tarif_min_pro_rata, false), coalesce(n.tarif_pro_rata, false), coalesce(n.taux_nuit, 0),
         coalesce(n.taux_weekend, 0), coalesce(n.debut, time '00:00'), coalesce(n.fin, time '00:00'),
         n.phase_type_id, n.compte_id, n.ecriture_categorie_id, coalesce(n.type, 1::smallint),
         coalesce(n.actif, true)
    from jsonb_populate_record(null::app.indemnites_intervention, body) n
  returning api.as_json(indemnites_intervention)
$$;
comment on function api.create_indemnite_intervention(jsonb) is
  'Adds a tariff of interventions to the caller''s SIS.';
grant execute on function api.create_indemnite_intervention(jsonb) to caserne_api;

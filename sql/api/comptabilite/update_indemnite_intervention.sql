create or replace function api.update_indemnite_intervention(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.indemnites_intervention t
     set (designation, tarif, tarif_min, tarif_min_pour, tarif_min_pro_rata, tarif_pro_rata, taux_nuit,
          taux_weekend, debut, fin, phase_type_id, compte_id, ecriture_categorie_id, type, actif) = (
       select n.designation, n.tarif, coalesce(n.tarif_min, 0), coalesce(n.tarif_min_pour, 0),
              coalesce(n.tarif_min_pro_rata, false), coalesce(n.tarif_pro_rata, false), coalesce(n.taux_nuit, 0),
              coalesce(n.taux_weekend, 0), coalesce(n.debut, time '00:00'), coalesce(n.fin, time '00:00'),
              n.phase_type_id, n.compte_id, n.ecriture_categorie_id, coalesce(n.type, 1::smallint),
              coalesce(n.actif, true)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_indemnite_intervention.id
  returning api.as_json(t)
$$;
comment on function api.update_indemnite_intervention(bigint, jsonb) is
  'Changes a tariff of interventions; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_indemnite_intervention(bigint, jsonb) to caserne_api;

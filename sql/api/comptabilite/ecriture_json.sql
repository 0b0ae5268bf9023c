create or replace function api.as_json(ecriture app.ecritures) returns json
  language sql stable
as $$
  select json_build_object(
    'id', ecriture.id,
    'exercice_comptable_id', ecriture.exercice_comptable_id,
    'sapeur_id', ecriture.sapeur_id,
    'date', ecriture.date,
    'heure', ecriture.heure,
    'designation', ecriture.designation,
    'complement', ecriture.complement,
    'quantite', ecriture.quantite::text,
    'type_unite_id', ecriture.type_unite_id,
    'tarif', ecriture.tarif::text,
    'taux', round(ecriture.taux, 2)::text,
    'taux_designation', ecriture.taux_designation,
    'total', ecriture.total::text,
    'type', ecriture.type,
    'module', ecriture.module,
    'compte_id', ecriture.compte_id,
    'ecriture_categorie_id', ecriture.ecriture_categorie_id,
    'intervention_id', ecriture.intervention_id,
    'exercice_id', ecriture.exercice_id,
    'decompte_id', ecriture.decompte_id,
    'created_by', ecriture.created_by,
    'created_at', request.utc_micros(ecriture.created_at)
  )
$$;
comment on function api.as_json(app.ecritures) is
  'An accounting entry on the wire.';
grant execute on function api.as_json(app.ecritures) to caserne_api;

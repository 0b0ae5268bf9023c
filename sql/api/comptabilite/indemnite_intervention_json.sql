create or replace function api.as_json(indemnite app.indemnites_intervention) returns json
  language sql stable
as $$
  select json_build_object(
    'id', indemnite.id,
    'designation', indemnite.designation,
    'tarif', indemnite.tarif::text,
    'tarif_min', indemnite.tarif_min::text,
    'tarif_min_pour', indemnite.tarif_min_pour::text,
    'tarif_min_pro_rata', indemnite.tarif_min_pro_rata,
    'tarif_pro_rata', indemnite.tarif_pro_rata,
    'taux_nuit', round(indemnite.taux_nuit, 2)::text,
    'taux_weekend', round(indemnite.taux_weekend, 2)::text,
    'debut', indemnite.debut,
    'fin', indemnite.fin,
    'phase_type_id', indemnite.phase_type_id,
    'compte_id', indemnite.compte_id,
    'ecriture_categorie_id', indemnite.ecriture_categorie_id,
    'type', indemnite.type,
    'actif', indemnite.actif
  )
$$;
comment on function api.as_json(app.indemnites_intervention) is
  'A tariff of interventions on the wire.';
grant execute on function api.as_json(app.indemnites_intervention) to caserne_api;

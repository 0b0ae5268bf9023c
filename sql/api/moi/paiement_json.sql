create or replace function api.as_json(paiement app.paiements, decompte text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', paiement.id,
    'decompte_id', paiement.decompte_id,
    'decompte', decompte,
    'date', paiement.date,
    'solde', paiement.solde::text,
    'indemnite', paiement.indemnite::text,
    'frais_forfaitaire', paiement.frais_forfaitaire::text,
    'frais_effectif', paiement.frais_effectif::text,
    'autre', paiement.autre::text,
    'avs_ac', paiement.avs_ac::text,
    'total', paiement.total::text
  )
$$;
comment on function api.as_json(app.paiements, text) is
  'A payment on the wire, with the designation of its statement of account.';
grant execute on function api.as_json(app.paiements, text) to caserne_api;

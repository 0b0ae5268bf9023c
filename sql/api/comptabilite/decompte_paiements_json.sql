create or replace function api.as_json(decompte app.decomptes, paiements app.paiements[]) returns json
  language sql stable
as $$
  select json_build_object(
    'id', decompte.id,
    'exercice_comptable_id', decompte.exercice_comptable_id,
    'designation', decompte.designation,
    'date', decompte.date,
    'deduction', decompte.deduction,
    'total', decompte.total::text,
    'avs_total', decompte.avs_total::text,
    'ac_total', decompte.ac_total::text,
    'a_payer_total', decompte.a_payer_total::text,
    'a_facturer_total', decompte.a_facturer_total::text,
    'paye_le', decompte.paye_le,
    'paiements', (
      select coalesce(
               json_agg(
                 json_build_object(
                   'id', p.id,
                   'sapeur_id', p.sapeur_id,
                   'solde', p.solde::text,
                   'indemnite', p.indemnite::text,
                   'frais_forfaitaire', p.frais_forfaitaire::text,
                   'frais_effectif', p.frais_effectif::text,
                   'autre', p.autre::text,
                   'avs_ac', p.avs_ac::text,
                   'total', p.total::text)
                 order by s.nom_prenom, s.id),
               '[]')
        from unnest(paiements) p
        join app.sapeurs s on s.sis_key = request.sis_key() and s.id = p.sapeur_id
    )
  )
$$;
comment on function api.as_json(app.decomptes, app.paiements[]) is
  'A décompte on the wire, with its payments by the name of the sapeur.';
grant execute on function api.as_json(app.decomptes, app.paiements[]) to caserne_api;

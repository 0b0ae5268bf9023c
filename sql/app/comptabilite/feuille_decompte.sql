create or replace function app.feuille_decompte(id bigint, fiches boolean, sapeur_id bigint) returns json
  language sql stable
as $$
  select json_build_object(
    'sis_key', d.sis_key,
    'nom', (select s.nom from app.sis s where s.sis_key = d.sis_key),
    'date', app.today(),
    'logo', app.logo_imprimable(),
    'exercice_comptable', x.designation,
    'decompte', json_build_object(
      'id', d.id,
      'designation', d.designation,
      'date', d.date,
      'paye_le', d.paye_le,
      'total', d.total::text,
      'avs_total', d.avs_total::text,
      'ac_total', d.ac_total::text,
      'a_payer_total', d.a_payer_total::text,
      'a_facturer_total', d.a_facturer_total::text
    ),
    'fiches', f.fiches,
    'totaux', f.totaux
  )
    from app.decomptes d
    join app.exercices_comptables x on x.sis_key = d.sis_key and x.id = d.exercice_comptable_id
   cross join lateral (
     select coalesce(json_agg(l.fiche order by l.nom_prenom, p.sapeur_id), '[]') as fiches,
            json_build_object(
              'solde', coalesce(sum(p.solde), 0.00)::text,
              'indemnite', coalesce(sum(p.indemnite), 0.00)::text,
              'frais_forfaitaire', coalesce(sum(p.frais_forfaitaire), 0.00)::text,
              'frais_effectif', coalesce(sum(p.frais_effectif), 0.00)::text,
              'autre', coalesce(sum(p.autre), 0.00)::text,
              'avs', coalesce(sum(p.avs), 0.00)::text,
              'ac', coalesce(sum(p.ac), 0.00)::text,
              'avs_ac', coalesce(sum(p.avs_ac), 0.00)::text,
              'total', coalesce(sum(p.total), 0.00)::text
            ) as totaux,
            count(*) as nb
       from app.fiches_decompte(d, feuille_decompte.fiches, feuille_decompte.sapeur_id) l
      cross join lateral (select (l.paiement).*) p
   ) f
   where d.sis_key = request.sis_key()
     and d.id = feuille_decompte.id
     and (feuille_decompte.sapeur_id is null or f.nb > 0)
$$;
comment on function app.feuille_decompte(bigint, boolean, bigint) is
  'Contents of a printed décompte: the SIS with its logo, the sums, and each payment by name, with its entries for slips; of one sapeur where told. Null when there is none to see.';
grant execute on function app.feuille_decompte(bigint, boolean, bigint) to caserne_api;

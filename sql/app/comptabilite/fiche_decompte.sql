create or replace function app.fiche_decompte(paiement app.paiements, ecritures boolean) returns json
  language sql stable
as $$
  select json_build_object(
    'nom_prenom', c.nom_prenom,
    'rue', btrim(c.rue || ' ' || c.no_rue),
    'lieu', btrim(c.npa || ' ' || c.localite),
    'iban', c.iban,
    'solde', paiement.solde::text,
    'indemnite', paiement.indemnite::text,
    'frais_forfaitaire', paiement.frais_forfaitaire::text,
    'frais_effectif', paiement.frais_effectif::text,
    'autre', paiement.autre::text,
    'avs', paiement.avs::text,
    'ac', paiement.ac::text,
    'avs_ac', paiement.avs_ac::text,
    'total', paiement.total::text,
    'ecritures', case
      when fiche_decompte.ecritures then coalesce(
        (
          select json_agg(
                   json_build_object(
                     'date', e.date,
                     'categorie', coalesce(k.designation, ''),
                     'designation', concat_ws(', ', e.designation, nullif(e.complement, ''), nullif(e.taux_designation, '')),
                     'quantite', e.quantite::text,
                     'unite', u.abreviation,
                     'tarif', e.tarif::text,
                     'taux', round(e.taux, 2)::text,
                     'total', (case when t.produit then -e.total else e.total end)::text
                   )
                   order by k.tri, k.designation, e.date, e.id
                 )
            from app.ecritures e
            join app.unites u on u.id = e.type_unite_id
            left join app.comptes t on t.sis_key = e.sis_key and t.id = e.compte_id
            left join app.ecriture_categories k on k.sis_key = e.sis_key and k.id = e.ecriture_categorie_id
           where e.sis_key = paiement.sis_key
             and e.sapeur_id = paiement.sapeur_id
             -- + 0: not by the index of décomptes, which would read all entries of the décompte for each sapeur.
             and e.decompte_id + 0 = paiement.decompte_id
             -- Contributions are among the sums.
             and e.module <> 4
        ),
        '[]'
      )
      else '[]'
    end
  )
    from app.coordonnees_paie(array[paiement.sapeur_id]) c
$$;
comment on function app.fiche_decompte(app.paiements, boolean) is
  'A payment as documents show it: name, address, IBAN and sums, and its entries by category where asked for.';
grant execute on function app.fiche_decompte(app.paiements, boolean) to caserne_api;

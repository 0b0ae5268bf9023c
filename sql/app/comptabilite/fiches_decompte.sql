-- One's own entries are read by the sapeur and the year, those of everyone by the décompte.
create or replace function app.fiches_decompte(decompte app.decomptes, ecritures boolean, sapeur_id bigint)
  returns table (paiement app.paiements, nom_prenom text, fiche json)
  language plpgsql stable
as $$
declare
  v_paiements app.paiements[];
  v_ecritures app.ecritures[];
begin
  if fiches_decompte.sapeur_id is null then
    v_paiements := app.paiements_de(decompte.id);
    v_ecritures := array(
      select e
        from app.ecritures e
       where e.sis_key = request.sis_key()
         and e.decompte_id = decompte.id
         and e.exercice_comptable_id = decompte.exercice_comptable_id
         and fiches_decompte.ecritures
    );
  else
    v_paiements := array(
      select p
        from app.paiements p
       where p.sis_key = request.sis_key()
         and p.decompte_id = decompte.id
         and p.sapeur_id = fiches_decompte.sapeur_id
    );
    v_ecritures := array(
      select e
        from app.ecritures e
       where e.sis_key = request.sis_key()
         and e.sapeur_id = fiches_decompte.sapeur_id
         and e.exercice_comptable_id = decompte.exercice_comptable_id
         -- + 0: not by the index of décomptes, which would read all entries of the décompte.
         and e.decompte_id + 0 = decompte.id
         and fiches_decompte.ecritures
    );
  end if;
  return query
    select p, c.nom_prenom,
           json_build_object(
             'nom_prenom', c.nom_prenom,
             'rue', btrim(c.rue || ' ' || c.no_rue),
             'lieu', btrim(c.npa || ' ' || c.localite),
             'iban', c.iban,
             'solde', p.solde::text,
             'indemnite', p.indemnite::text,
             'frais_forfaitaire', p.frais_forfaitaire::text,
             'frais_effectif', p.frais_effectif::text,
             'autre', p.autre::text,
             'avs', p.avs::text,
             'ac', p.ac::text,
             'avs_ac', p.avs_ac::text,
             'total', p.total::text,
             'ecritures', coalesce(l.lignes, '[]')
           )
      from unnest(v_paiements) p
      join app.coordonnees_paie(array(select u.sapeur_id from unnest(v_paiements) u)) c on c.sapeur_id = p.sapeur_id
      left join (
        select e.sapeur_id,
               json_agg(
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
               ) as lignes
          from unnest(v_ecritures) e
          join app.unites u on u.id = e.type_unite_id
          left join app.comptes t on t.sis_key = e.sis_key and t.id = e.compte_id
          left join app.ecriture_categories k on k.sis_key = e.sis_key and k.id = e.ecriture_categorie_id
         -- Contributions are among the sums.
         where e.module <> 4
         group by e.sapeur_id
      ) l on l.sapeur_id = p.sapeur_id;
end;
$$;
comment on function app.fiches_decompte(app.decomptes, boolean, bigint) is
  'The payments of a décompte as documents show them, all or that of one sapeur: name, address, IBAN and sums, and the entries by category where asked for.';
grant execute on function app.fiches_decompte(app.decomptes, boolean, bigint) to caserne_api;

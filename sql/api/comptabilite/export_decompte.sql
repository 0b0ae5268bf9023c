-- People and accounts are read once, not for each entry: nested loops are off.
create or replace function api.export_decompte(id bigint, format text) returns json
  language sql stable set enable_nestloop = off
as $$
  select json_build_object(
    'name', concat_ws('-', 'decompte', d.sis_key, d.id),
    'tableaux', json_build_array(
      json_build_object('figures', 'decompte', 'lignes', coalesce(
        (
          select json_agg(
                   json_build_object(
                     'id', s.id, 'nom', s.nom, 'prenom', s.prenom, 'solde', p.solde::text, 'indemnite', p.indemnite::text,
                     'frais_forfaitaire', p.frais_forfaitaire::text, 'frais_effectif', p.frais_effectif::text,
                     'autre', p.autre::text,
                     'avs', p.avs::text, 'ac', p.ac::text, 'avs_ac', p.avs_ac::text, 'total', p.total::text
                   )
                   order by s.nom_prenom, s.id
                 )
            from app.paiements p
            join app.sapeurs s on s.sis_key = p.sis_key and s.id = p.sapeur_id
           where p.sis_key = d.sis_key
             and p.decompte_id = d.id
        ),
        '[]'
      )),
      json_build_object('figures', 'ecritures', 'lignes', coalesce(
        (
          select json_agg(
                   json_build_object(
                     'id', e.id, 'nom', s.nom, 'prenom', s.prenom, 'date', to_char(e.date, 'DD.MM.YYYY'),
                     'designation', e.designation, 'complement', e.complement, 'quantite', e.quantite::text,
                     'tarif', e.tarif::text, 'taux', round(e.taux, 2)::text, 'taux_designation', e.taux_designation,
                     'compte', concat_ws(' ', c.numero, c.designation), 'total', e.total::text
                   )
                   order by s.nom_prenom, s.id, e.date, e.id
                 )
            from app.ecritures e
            left join app.sapeurs s on s.sis_key = e.sis_key and s.id = e.sapeur_id
            left join app.comptes c on c.sis_key = e.sis_key and c.id = e.compte_id
           where e.sis_key = d.sis_key
             and e.exercice_comptable_id = d.exercice_comptable_id
             and e.decompte_id = d.id
             -- A CSV has no entries, of which there may be a hundred times as many as payments.
             and export_decompte.format = 'xlsx'
        ),
        '[]'
      ))
    )
  )
    from app.decomptes d
   where d.sis_key = request.sis_key()
     and d.id = export_decompte.id
$$;
comment on function api.export_decompte(bigint, text) is
  'The payments of a décompte by name, and its entries for xlsx, as tables; null when there is no such décompte to see.';
grant execute on function api.export_decompte(bigint, text) to caserne_api;

create or replace function api.export_avs(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
    'name', concat_ws('-', 'avs', x.sis_key, extract(year from x.debut)),
    'tableaux', json_build_array(json_build_object('figures', 'avs', 'lignes', coalesce(l.lignes, '[]')))
  )
    from app.require_annee_civile(export_avs.id) x
   cross join lateral (
     with salaires as materialized (
       select s.*
         from app.salaires_avs(x) s
        where s.salaire_avs <> 0 or s.salaire_ac <> 0 or s.avs_ac <> 0
     ),
     gens as materialized (
       select array_agg(s.sapeur_id) as ids from salaires s
     )
     select json_agg(
              json_build_object(
                'no_avs', c.no_avs, 'nom', c.nom, 'prenom', c.prenom,
                'naissance', coalesce(to_char(c.date_naissance, 'DD.MM.YYYY'), ''),
                'de', extract(month from p.debut), 'a', extract(month from p.fin),
                'salaire_avs', s.salaire_avs::text, 'salaire_ac', s.salaire_ac::text,
                'avs', s.avs::text, 'ac', s.ac::text, 'avs_ac', s.avs_ac::text, 'avs_ac_total', (2 * s.avs_ac)::text
              )
              order by c.nom_prenom, c.sapeur_id
            ) as lignes
       from gens g
      cross join salaires s
       join app.coordonnees_paie(g.ids) c on c.sapeur_id = s.sapeur_id
       join app.periodes_service(x, g.ids) p on p.sapeur_id = s.sapeur_id
   ) l
   where x.id is not null
$$;
comment on function api.export_avs(bigint) is
  'The list of an accounting year for the compensation office, as a table: who was paid a salary that owes contributions, by name, with the months of service, salaries and contributions in francs. Null when there is no such year to see. PT409.';
grant execute on function api.export_avs(bigint) to caserne_api;

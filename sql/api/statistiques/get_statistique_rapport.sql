create or replace function api.get_statistique_rapport(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
           'sis_key', e.sis_key,
           'nom', s.nom,
           'annee', e.annee,
           'debut', e.debut,
           'fin', e.fin,
           'date', app.today(),
           'logo', app.logo_imprimable(),
           'categories', stats.categories('stat_federal', e.id, null, null),
           -- Sum of the seconds, because rounded hours do not add up.
           'total', (
             select json_build_object(
                      'nb', sum(f.nb),
                      'heures', stats.heures(sum(f.secondes)),
                      'sauve_personne', sum(f.sauve_personne),
                      'sauve_animaux', sum(f.sauve_animaux),
                      'nb_precedent', sum(f.nb_precedent),
                      'heures_precedent', stats.heures(sum(f.secondes_precedent))
                    )
               from stats.federal f
              where f.sis_key = e.sis_key
                and f.exercice_comptable_id = e.id
           )
         )
    from app.exercices_comptables e
    join app.sis s on s.sis_key = e.sis_key
   where e.sis_key = request.sis_key()
     and e.id = get_statistique_rapport.id
$$;
comment on function api.get_statistique_rapport(bigint) is
  'Contents of the yearly federal report: the SIS with its logo if that can be printed, categories with the figures of the year and the previous one, and totals; null when the year does not exist.';
grant execute on function api.get_statistique_rapport(bigint) to caserne_api;

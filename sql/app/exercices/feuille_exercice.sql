create or replace function app.feuille_exercice(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
    'sis_key', e.sis_key,
    'nom', (select s.nom from app.sis s where s.sis_key = e.sis_key),
    'date', app.today(),
    'logo', app.logo_imprimable(),
    'exercice', app.annonce_exercice(e),
    'sapeurs', coalesce(
      (
        select json_agg(
                 json_build_object(
                   'nom_prenom', p.nom_prenom,
                   'grade', coalesce(g.designation, ''),
                   'convoque', s.convoque,
                   'excuse', s.excuse and s.excuse_statut >= 0
                 )
                 order by not s.convoque, p.nom_prenom, p.id
               )
          from app.exercice_sapeurs s
          -- Lateral with offset 0: people are looked up by id, and not read for the whole SIS.
         cross join lateral (
           select i.id, i.nom_prenom from app.sapeurs i where i.sis_key = s.sis_key and i.id = s.sapeur_id offset 0
         ) p
          left join lateral (
            select r.designation
              from app.sapeur_grades sg
              join app.grades r on r.sis_key = sg.sis_key and r.id = sg.grade_id
             where sg.sis_key = s.sis_key
               and sg.sapeur_id = s.sapeur_id
               and sg.debut <= e.date
               and (sg.fin is null or e.date <= sg.fin)
             order by sg.debut desc, r.rang desc
             limit 1
          ) g on true
         where s.sis_key = e.sis_key
           and s.exercice_id = e.id
      ),
      '[]'
    )
  )
    from app.exercices e
   where e.sis_key = request.sis_key()
     and e.id = feuille_exercice.id
$$;
comment on function app.feuille_exercice(bigint) is
  'Contents of the printed call to an exercice and of its list to sign: the SIS with its logo, the exercice, and the people by name, those convoked first, with their grade of that day; null when there is none to see.';
grant execute on function app.feuille_exercice(bigint) to caserne_api;

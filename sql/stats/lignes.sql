create or replace function stats.lignes(par text, exercice_comptable_id bigint) returns json
  language sql stable
as $$
  select stats.designees(par, (
    select coalesce(json_agg(json_build_object(
             'id', b.id,
             'nb', b.nb,
             'heures', stats.heures(b.secondes),
             'sauve_personne', b.sauve_personne,
             'sauve_animaux', b.sauve_animaux
           ) order by b.id) filter (where b.id is not null), '[]')
      from app.exercices_comptables e
      left join lateral stats.bilan_annuel(par, e.sis_key, e.annee) b on true
     where e.sis_key = request.sis_key()
       and e.id = lignes.exercice_comptable_id
     group by e.id
  ))
$$;
comment on function stats.lignes(text, bigint) is
  'Figures of stats.bilan_annuel for an accounting year with designations, in wire shape; null when the year does not exist.';
grant execute on function stats.lignes(text, bigint) to caserne_api;

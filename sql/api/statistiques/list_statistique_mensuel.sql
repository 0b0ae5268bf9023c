create or replace function api.list_statistique_mensuel(id bigint) returns json
  language sql stable
as $$
  -- Materialized: counted once, not once for each month.
  with bilan as materialized (
    select b.*
      from stats.mensuel b
     where b.sis_key = request.sis_key()
       and b.exercice_comptable_id = list_statistique_mensuel.id
  )
  select json_agg(json_build_object(
           'id', m.id,
           'mois', to_char(m.mois, 'YYYY-MM'),
           'nb', coalesce(b.nb, 0),
           'heures', stats.heures(b.secondes),
           'sauve_personne', coalesce(b.sauve_personne, 0),
           'sauve_animaux', coalesce(b.sauve_animaux, 0)
         ) order by m.id)
    from app.exercices_comptables e
   cross join lateral generate_series(date_trunc('month', e.debut::timestamp), e.fin, interval '1 month')
         with ordinality as m (mois, id)
    left join bilan b on b.mois = m.mois
   where e.sis_key = request.sis_key()
     and e.id = list_statistique_mensuel.id
   group by e.id
$$;
comment on function api.list_statistique_mensuel(bigint) is
  'Figures of the interventions of an accounting year by the month in which they began, first month first; null when the year does not exist.';
grant execute on function api.list_statistique_mensuel(bigint) to caserne_api;

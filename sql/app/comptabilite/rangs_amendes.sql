-- Example: rank 1 was given. An absence that turns up later gets rank 2, even if it lies earlier in the year.
create or replace function app.rangs_amendes(exercice_comptable_id bigint)
  returns table (id bigint, rang integer)
  language sql stable
as $$
  with absences as materialized (
    select a.*, case when a.rang is null
                     then row_number() over (partition by a.sapeur_id, a.rang order by a.date, a.heure, a.exercice_id) end as ordre
      from app.absences_amendables(exercice_comptable_id) a
  ),
  libres as (
    select n.sapeur_id, r.rang, row_number() over (partition by n.sapeur_id order by r.rang) as ordre
      from (select a.sapeur_id, count(*)::integer as nombre from absences a group by a.sapeur_id) n
     cross join generate_series(1, n.nombre) as r (rang)
      left join absences a on a.sapeur_id = n.sapeur_id and a.rang = r.rang
     where a.sapeur_id is null
  )
  select a.id, coalesce(a.rang, l.rang)
    from absences a
    left join libres l on l.sapeur_id = a.sapeur_id and l.ordre = a.ordre
   where not a.amendee
$$;
comment on function app.rangs_amendes(bigint) is
  'The absences of a year that are to be fined: each keeps the rank that it was given before; the others get the smallest free ranks of the sapeur, in order of date.';

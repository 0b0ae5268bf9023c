-- Example: May was given rank 1, and March, which turned up later, rank 2. After the fines are undone, both keep their
-- ranks. When the excuse for May is accepted, its rank 1 is free again.
create or replace function app.absences_amendables(exercice_comptable_id bigint)
  returns table (id bigint, exercice_id bigint, sapeur_id bigint, date date, heure time, amendee boolean, rang integer)
  language sql stable
as $$
  select s.id, s.exercice_id, s.sapeur_id, x.date, x.heure, s.excuse_statut = -2,
         case
           when row_number() over (
             partition by s.sapeur_id, s.amende_rang order by s.excuse_statut <> -2, x.date, x.heure, x.id
           ) = 1
           then s.amende_rang
         end
    from app.exercices x
    -- limit: each category looked up by its id. A join would read the exercices of all years, by category.
    left join lateral (
      select c.amendable from app.exercice_categories c where c.sis_key = x.sis_key and c.id = x.exercice_categorie_id limit 1
    ) c on true
    join app.exercice_sapeurs s on s.sis_key = x.sis_key and s.exercice_id = x.id
   where x.sis_key = request.sis_key()
     and x.exercice_comptable_id = absences_amendables.exercice_comptable_id
     and (
       s.excuse_statut = -2
       or c.amendable and x.statut in (app.exercice_valide(), app.exercice_impute()) and app.is_injustifiee(s)
     )
$$;
comment on function app.absences_amendables(bigint) is
  'Unexcused absences at the exercices of a year that are validés or imputés and whose category is amendable, with those that are fined already, and the rank that each was given and keeps.';

create or replace function app.tarifs_exercice(exercice app.exercices)
  returns table (sapeur_id bigint, fonction text, indemnite app.indemnites_exercice)
  language sql stable
as $$
  select p.sapeur_id, f.designation, t.indemnite
    from app.exercice_sapeurs p
    left join lateral (
      select f.id, f.designation
        from app.sapeur_fonctions sf
        join app.fonctions f on f.sis_key = sf.sis_key and f.id = sf.fonction_id
       where sf.sis_key = p.sis_key
         and sf.sapeur_id = p.sapeur_id
         and sf.debut <= exercice.date and (sf.fin is null or exercice.date <= sf.fin)
       order by f.rang desc, f.id
       limit 1
    ) f on true
    left join lateral (
      select t as indemnite
        from app.indemnites_exercice t
       where t.sis_key = p.sis_key
         and (t.fonction_id = f.id or t.fonction_id is null)
       order by t.fonction_id nulls last
       limit 1
    ) t on true
   where p.sis_key = exercice.sis_key
     and p.exercice_id = exercice.id
     and p.present
$$;
comment on function app.tarifs_exercice(app.exercices) is
  'Everyone present at an exercice with the tariff of their main function on that day, else that of all others, else null.';

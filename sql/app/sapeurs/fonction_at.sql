create or replace function app.fonction_at(sapeur_id bigint, day date) returns text
  language sql stable
as $$
  select coalesce(
    (
      select f.designation
        from app.sapeur_fonctions sf
        join app.fonctions f on f.sis_key = sf.sis_key and f.id = sf.fonction_id
       where sf.sis_key = request.sis_key()
         and sf.sapeur_id = fonction_at.sapeur_id
         and sf.debut <= day and (sf.fin is null or day <= sf.fin)
       order by f.rang desc
       limit 1
    ),
    (
      select g.designation
        from app.sapeur_grades sg
        join app.grades g on g.sis_key = sg.sis_key and g.id = sg.grade_id
       where sg.sis_key = request.sis_key()
         and sg.sapeur_id = fonction_at.sapeur_id
         and sg.debut <= day and (sg.fin is null or day <= sg.fin)
       order by sg.debut desc, g.rang desc
       limit 1
    ),
    ''
  )
$$;
comment on function app.fonction_at(bigint, date) is
  'Main function of a sapeur on a day, else their grade, else an empty text.';

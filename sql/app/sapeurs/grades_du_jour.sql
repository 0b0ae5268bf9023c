-- One row for each sapeur, as in app.fonctions_du_jour.
create or replace view app.grades_du_jour with (security_invoker = true) as
select distinct on (sg.sis_key, sg.sapeur_id) sg.sis_key, sg.sapeur_id, g.id as grade_id
  from app.sapeur_grades sg
  join app.grades g on g.sis_key = sg.sis_key and g.id = sg.grade_id
  cross join (select (select app.today())) as t (jour)
 where sg.debut <= t.jour
   and (sg.fin is null or t.jour <= sg.fin)
 order by sg.sis_key, sg.sapeur_id, sg.debut desc, g.rang desc, g.id;

grant select on app.grades_du_jour to caserne_api;

comment on view app.grades_du_jour is 'The grade that each sapeur has today in the time zone of their SIS: the current one that began last.';

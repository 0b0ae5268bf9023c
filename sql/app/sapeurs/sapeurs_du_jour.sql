-- Values that follow the calendar are looked up for the day and stored nowhere. Each is a look-up by sapeur in an
-- index, made only for queries that ask for it.
create or replace view app.sapeurs_du_jour with (security_invoker = true) as
select s.sis_key, s.id, s.type, s.nom, s.prenom, s.suffixe, s.nom_prenom, s.civilite_id, s.porteur, s.created_at, s.updated_at,
       t.jour,
       -- Null for readers who cannot see the mutations, because it would be false.
       case
         when s.type <> 0 or s.sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification') or s.id = request.sapeur_id()
         then app.is_actif(s.sis_key, s.id, s.type, s.desactive, t.jour)
       end as actif,
       (
         select f.fonction_id from app.fonctions_du_jour f where f.sis_key = s.sis_key and f.sapeur_id = s.id
       ) as fonction_id,
       (
         select g.grade_id from app.grades_du_jour g where g.sis_key = s.sis_key and g.sapeur_id = s.id
       ) as grade_id,
       (
         select extract(year from min(m.incorporation))::integer
           from app.mutations m
          where m.sis_key = s.sis_key
            and m.sapeur_id = s.id
       ) as annee_incorporation
  from app.sapeurs s
  -- A sub-select, so that today's date is asked for once and not for each row.
  cross join (select (select app.today())) as t (jour);

grant select on app.sapeurs_du_jour to caserne_api;

comment on view app.sapeurs_du_jour is 'People with the values of today that follow from their functions, grades and mutations, in the time zone of their SIS.';
comment on column app.sapeurs_du_jour.jour is 'Today.';
comment on column app.sapeurs_du_jour.actif is 'Whether the person is in service (app.is_actif); null for readers who may not see their mutations.';
comment on column app.sapeurs_du_jour.fonction_id is 'The current function with the highest rank, or null.';
comment on column app.sapeurs_du_jour.grade_id is 'The current grade that began last, or null.';
comment on column app.sapeurs_du_jour.annee_incorporation is 'Year of the first mutation, or null.';

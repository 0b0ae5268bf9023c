-- One row for each sapeur, so that lists can read it for many people at once and app.sapeurs_du_jour for one.
create or replace view app.fonctions_du_jour with (security_invoker = true) as
select distinct on (sf.sis_key, sf.sapeur_id) sf.sis_key, sf.sapeur_id, f.id as fonction_id
  from app.sapeur_fonctions sf
  join app.fonctions f on f.sis_key = sf.sis_key and f.id = sf.fonction_id
  cross join (select (select app.today())) as t (jour)
 where sf.debut <= t.jour
   and (sf.fin is null or t.jour <= sf.fin)
 order by sf.sis_key, sf.sapeur_id, f.rang desc, f.id;

grant select on app.fonctions_du_jour to caserne_api;

comment on view app.fonctions_du_jour is 'The main function that each sapeur has today in the time zone of their SIS: the current one with the highest rank.';

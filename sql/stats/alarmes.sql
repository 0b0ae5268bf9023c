create or replace view stats.alarmes with (security_invoker = true) as
  select a.sis_key, a.id, a.date, a.type, a.code, a.couleur, a.validated, a.intervention_id, a.date_creation, a.debut,
         a.fin, p.premiere_presence, extract(epoch from a.debut - a.date_creation) as secondes_creation_debut,
         extract(epoch from p.premiere_presence - a.debut) as secondes_debut_presence, a.created_at
    from app.alarmes a
   cross join lateral (
     select min(p.debut) as premiere_presence
       from app.intervention_sapeurs p
      where p.sis_key = a.sis_key
        and p.intervention_id = a.intervention_id
   ) p;

grant select on stats.alarmes to caserne_api, caserne_analyst, caserne_national;

comment on view stats.alarmes is 'Alarms and how fast they were answered: from the centre''s creation of the alarm to its start, and from there to the first presence at its intervention.';
comment on column stats.alarmes.secondes_debut_presence is 'Null without intervention or presence; negative when someone was there before the alarm began, as those who joined an intervention under way.';
comment on column stats.alarmes.date is 'Its start, else its creation, else the date of the mail.';
comment on column stats.alarmes.secondes_creation_debut is 'From date_creation to debut; null where the report lacks one.';

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

comment on view stats.alarmes is 'Alarms with their response times: from creation at the alarm centre to the start, and from the start to the first presence at the intervention.';
comment on column stats.alarmes.secondes_debut_presence is 'Null without an intervention or presence. Negative when someone was present before the alarm started, for example at an intervention that the alarm joined.';
comment on column stats.alarmes.date is 'Start of the alarm, else its creation, else the date of the mail.';
comment on column stats.alarmes.secondes_creation_debut is 'Seconds from date_creation to debut; null where the report lacks one of them.';

create or replace view stats.reponses with (security_invoker = true) as
  select r.sis_key, r.id, r.alarme_id, r.sapeur_id, r.reponse, r.delai, r.source, r.porteur, r.chef, r.at,
         extract(epoch from r.at - a.date) as secondes
    from app.reponses_alarmes r
    join app.alarmes a on a.sis_key = r.sis_key and a.id = r.alarme_id;

grant select on stats.reponses to caserne_api, caserne_analyst, caserne_national;

comment on view stats.reponses is 'Answers of people to alarms, with the time that they took.';
comment on column stats.reponses.secondes is 'Seconds from the start of the alarm to the answer. For the source centrale, to the arrival of its mail.';
comment on column stats.reponses.delai is 'Minutes until they come, as they say.';

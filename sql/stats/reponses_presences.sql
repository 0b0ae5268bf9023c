create or replace view stats.reponses_presences with (security_invoker = true) as
  select r.sis_key, r.alarme_id, a.intervention_id,
         count(*) filter (where r.reponse = 'vient') as annonces,
         count(*) filter (where r.reponse = 'vient' and r.present) as annonces_presents,
         count(*) filter (where r.reponse <> 'vient' and r.present) as presents_sans_annonce
    from (
      select distinct on (r.sis_key, r.alarme_id, r.sapeur_id) r.sis_key, r.alarme_id, r.sapeur_id, r.reponse,
             exists (
               select
                 from app.intervention_sapeurs p
                 join app.alarmes a on a.sis_key = p.sis_key and a.intervention_id = p.intervention_id
                where a.sis_key = r.sis_key
                  and a.id = r.alarme_id
                  and p.sapeur_id = r.sapeur_id
             ) as present
        from app.reponses_alarmes r
       where r.sapeur_id is not null
       order by r.sis_key, r.alarme_id, r.sapeur_id, r.id desc
    ) r
    join app.alarmes a on a.sis_key = r.sis_key and a.id = r.alarme_id
   where a.intervention_id is not null
   group by r.sis_key, r.alarme_id, a.intervention_id;

grant select on stats.reponses_presences to caserne_api, caserne_analyst, caserne_national;

comment on view stats.reponses_presences is 'For each alarm with an intervention: how many said that they come, how many of them came, and how many came who had not said so.';

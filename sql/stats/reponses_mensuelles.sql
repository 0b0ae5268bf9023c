create or replace view stats.reponses_mensuelles with (security_invoker = true) as
  select m.sis_key, m.annee, m.mois, m.source, m.reponse, sum(m.nb)::bigint as nb, sum(m.secondes) as secondes
    from (
      select k.sis_key, k.annee, k.mois, k.source, k.reponse, k.nb::bigint, k.secondes from app.reponses_mensuelles k
      union all
      select r.sis_key, date_part('year', l.at)::integer, date_part('month', l.at)::integer, r.source, r.reponse, count(*),
             coalesce(sum(round(extract(epoch from r.at - a.date))), 0)
        from app.reponses_alarmes r
        join app.alarmes a on a.sis_key = r.sis_key and a.id = r.alarme_id
        join app.sis s on s.sis_key = r.sis_key
       cross join lateral (select r.at at time zone s.fuseau) as l (at)
       group by 1, 2, 3, 4, 5
    ) m
   group by m.sis_key, m.annee, m.mois, m.source, m.reponse;

grant select on stats.reponses_mensuelles to caserne_api, caserne_analyst, caserne_national;

comment on view stats.reponses_mensuelles is 'Answers to alarms by month, also those that were deleted after a year.';
comment on column stats.reponses_mensuelles.secondes is 'Sum of the seconds from the start of the alarm to the answer.';

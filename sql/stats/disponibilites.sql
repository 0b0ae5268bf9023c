create or replace view stats.disponibilites with (security_invoker = true) as
  select j.sis_key, j.jour, request.instant_of(j.jour, s.fuseau) + (h.rang - 1) * interval '1 hour' as debut,
         h.effectif, h.effectif - h.absents as disponibles, h.absents, h.piquets
    from app.disponibilites_jours j
    join app.sis s on s.sis_key = j.sis_key
   cross join lateral unnest(j.effectif, j.absents, j.piquets) with ordinality as h (effectif, absents, piquets, rang);

grant select on stats.disponibilites to caserne_api, caserne_analyst, caserne_national;

comment on view stats.disponibilites is 'How many sapeurs were in service, available and on standby in each hour of the days that are over.';
comment on column stats.disponibilites.debut is 'When the hour begins.';
comment on column stats.disponibilites.absents is 'Sapeurs in service who had said that they could not come, for at least a part of the hour.';
comment on column stats.disponibilites.piquets is 'Sapeurs on standby for at least a part of the hour, and not absent.';

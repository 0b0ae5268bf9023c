create or replace function app.effectif_du_jour(jour date, out effectif smallint[], out absents smallint[], out piquets smallint[])
  language sql stable
as $$
  with heures as materialized (
    select h.heure
      from (select app.fuseau()) as f (fuseau)
     cross join lateral generate_series(
       request.instant_of(jour, f.fuseau), request.instant_of(jour + 1, f.fuseau) - interval '1 microsecond', interval '1 hour') as h (heure)
  ), actifs as materialized (
    select s.id
      from app.sapeurs s
     where s.sis_key = request.sis_key()
       and s.type <> 1
       and app.is_actif(s.sis_key, s.id, s.type, s.desactive, jour)
  ), absents as materialized (
    select distinct h.heure, a.sapeur_id
      from (select min(h.heure), max(h.heure) + interval '1 hour' from heures h) as b (du, au)
     cross join lateral app.absences(b.du, b.au) a
      join heures h on a.debut < h.heure + interval '1 hour' and h.heure < a.fin
     where a.sapeur_id in (select s.id from actifs s)
  )
  select array_agg((select count(*) from actifs)::smallint order by h.heure),
         array_agg((select count(*) from absents a where a.heure = h.heure)::smallint order by h.heure),
         array_agg((
           select count(distinct p.sapeur_id)
             from app.piquets p
            where p.sis_key = request.sis_key()
              and p.fin > h.heure
              and p.debut < h.heure + interval '1 hour'
              and p.sapeur_id in (select s.id from actifs s)
              and p.sapeur_id not in (select a.sapeur_id from absents a where a.heure = h.heure)
         )::smallint order by h.heure)
    from heures h
$$;
comment on function app.effectif_du_jour(date) is
  'How many sapeurs of the request''s SIS were in service on a day, and how many of them absent and on standby in each of its hours.';

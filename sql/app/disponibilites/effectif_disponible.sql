-- Functions, licences and groups are those of today. Each table is read once, for all days. In an hour a sapeur is
-- available unless absent for a part of it. So the figures of a month are counted from the absences, and not person
-- by person and hour by hour.
create or replace function app.effectif_disponible(du timestamptz, au timestamptz)
  returns table (
    effectif_requis_id bigint, heure timestamptz, requis boolean, disponibles integer, piquets integer, manque integer, suite timestamptz)
  language plpgsql stable
as $$
declare
  v_fuseau constant text := app.fuseau();
  v_jour constant date := app.today();
begin
  return query
  with heures as materialized (
    select h.heure, l.locale, l.locale::date as jour
      from generate_series(date_trunc('hour', du), au - interval '1 microsecond', interval '1 hour') as h (heure)
     cross join lateral (select h.heure at time zone v_fuseau) as l (locale)
  ), jours as materialized (
    select distinct h.jour from heures h
  ), requis as materialized (
    select r as effectif, r.* from app.effectif_requis r where r.sis_key = request.sis_key()
  ), gens as materialized (
    select s.id, s.type, s.desactive, s.porteur from app.sapeurs s where s.sis_key = request.sis_key() and s.type <> 1
  ), mutations as materialized (
    select m.sapeur_id, m.incorporation, m.sortie from app.mutations m where m.sis_key = request.sis_key()
  ), actifs as materialized (
    -- As app.is_actif, which would read the mutations once more for each sapeur and day.
    select j.jour, s.id as sapeur_id
      from gens s
     cross join jours j
      left join (
        select distinct m.sapeur_id, j.jour
          from mutations m
          join jours j on app.is_current(m.incorporation, m.sortie, j.jour)
      ) e on e.sapeur_id = s.id and e.jour = j.jour
     where case when s.type <> 0 then not s.desactive else e.jour is not null end
  ), aptes as materialized (
    select r.id, s.id as sapeur_id
      from requis r
      join gens s on r.porteur is null or s.porteur = r.porteur
     where (r.fonction_id is null or exists (
         select from app.sapeur_fonctions f
          where f.sis_key = r.sis_key and f.sapeur_id = s.id and f.fonction_id = r.fonction_id
            and f.debut <= v_jour and (f.fin is null or f.fin >= v_jour)))
       and (r.permis_type_id is null or exists (
         select from app.sapeur_permis p
          where p.sis_key = r.sis_key and p.sapeur_id = s.id and p.permis_type_id = r.permis_type_id))
       and (r.groupe_id is null or exists (
         select from app.groupe_sapeurs g
          where g.sis_key = r.sis_key and g.sapeur_id = s.id and g.groupe_id = r.groupe_id))
  ), qualifies as materialized (
    select p.id, a.jour, a.sapeur_id from aptes p join actifs a on a.sapeur_id = p.sapeur_id
  ), absents as materialized (
    select distinct h.heure, h.jour, a.sapeur_id
      from app.absences(date_trunc('hour', du), au) a
     cross join lateral generate_series(
       date_bin('1 hour', greatest(a.debut, date_trunc('hour', du)), date_trunc('hour', du)),
       least(a.fin, au) - interval '1 microsecond', interval '1 hour') as d (heure)
      join heures h on h.heure = d.heure
  ), manquants as (
    select q.id, a.heure, count(*) as nb
      from absents a
      join qualifies q on q.jour = a.jour and q.sapeur_id = a.sapeur_id
     group by q.id, a.heure
  ), de_piquet as (
    select q.id, p.heure, count(*) as nb
      from (
        select distinct h.heure, h.jour, p.sapeur_id
          from app.piquets p
          join heures h on p.debut < h.heure + interval '1 hour' and h.heure < p.fin
         where p.sis_key = request.sis_key()
           and p.fin > date_trunc('hour', du)
           and p.debut < au
      ) p
      join qualifies q on q.jour = p.jour and q.sapeur_id = p.sapeur_id
     where not exists (select from absents a where a.heure = p.heure and a.sapeur_id = p.sapeur_id)
     group by q.id, p.heure
  ), totaux as (
    select q.id, q.jour, count(*) as nb from qualifies q group by q.id, q.jour
  ), comptes as (
    select r.id, h.heure, app.is_requis(r.effectif, h.locale) as requis, r.minimum,
           (coalesce(t.nb, 0) - coalesce(m.nb, 0))::integer as disponibles, coalesce(p.nb, 0)::integer as piquets
      from requis r
     cross join heures h
      left join totaux t on t.id = r.id and t.jour = h.jour
      left join manquants m on m.id = r.id and m.heure = h.heure
      left join de_piquet p on p.id = r.id and p.heure = h.heure
  )
  select c.id, c.heure, c.requis, c.disponibles, c.piquets, l.manque,
         case
           when l.manque > 0
           then c.heure - row_number() over (partition by c.id, l.manque > 0 order by c.heure) * interval '1 hour'
         end
    from comptes c
   cross join lateral (select case when c.requis then greatest(c.minimum - c.disponibles, 0) else 0 end) as l (manque);
end;
$$;
comment on function app.effectif_disponible(timestamptz, timestamptz) is
  'For each requirement of the caller''s SIS and each hour between two instants: whether the requirement counts, how many who meet its condition are available, how many of these are on standby, and how many are missing. suite is equal for hours in a row in which some are missing, and null for others.';
grant execute on function app.effectif_disponible(timestamptz, timestamptz) to caserne_api;

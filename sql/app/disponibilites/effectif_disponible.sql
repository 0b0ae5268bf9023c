-- Functions, licences and groups are those of today. In an hour a sapeur is available unless absent for a part of it. So
-- the figures of a month are counted from the hours in which someone is absent or on standby, and not person by person
-- and hour by hour.
create or replace function app.effectif_disponible(du timestamptz, au timestamptz)
  returns table (
    effectif_requis_id bigint, heure timestamptz, requis boolean, disponibles integer, piquets integer, manque integer, suite timestamptz)
  language plpgsql stable
as $$
declare
  v_fuseau constant text := app.fuseau();
  v_jour constant date := app.today();
  v_debut constant timestamptz := date_trunc('hour', du);
begin
  return query
  with heures as materialized (
    select h.heure, l.locale, l.locale::date as jour
      from generate_series(v_debut, au - interval '1 microsecond', interval '1 hour') as h (heure)
     cross join lateral (select h.heure at time zone v_fuseau) as l (locale)
  ), requis as materialized (
    select r as effectif, r.* from app.effectif_requis r where r.sis_key = request.sis_key()
  ), gens as materialized (
    select s.id, s.type, s.desactive, s.porteur from app.sapeurs s where s.sis_key = request.sis_key() and s.type <> 1
  ), actifs as materialized (
    -- As app.is_actif, which would read the mutations once more for each sapeur and day.
    select distinct j.jour, s.id as sapeur_id
      from gens s
      left join app.mutations m on m.sis_key = request.sis_key() and m.sapeur_id = s.id
      join (select distinct h.jour from heures h) j
        on case when s.type = 0 then app.is_current(m.incorporation, m.sortie, j.jour) else not s.desactive end
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
  ), pris as materialized (
    select h.heure, h.locale, h.jour, p.sapeur_id, bool_or(p.absent) as absent
      from (
        select a.sapeur_id, a.debut, a.fin, true as absent from app.absences(v_debut, au) a
        union all
        select p.sapeur_id, p.debut, p.fin, false
          from app.piquets p
         where p.sis_key = request.sis_key() and p.fin > v_debut and p.debut < au
      ) p
     cross join lateral generate_series(
       date_bin('1 hour', greatest(p.debut, v_debut), v_debut), least(p.fin, au) - interval '1 microsecond', interval '1 hour') as d (heure)
      join heures h on h.heure = d.heure
     group by h.heure, h.locale, h.jour, p.sapeur_id
  ), comptes as materialized (
    -- Added up, because a join by requirement and hour would compare each hour with all others.
    select c.id, c.heure, c.locale, sum(c.disponibles)::integer as disponibles, sum(c.piquets)::integer as piquets
      from (
        select r.id, h.heure, h.locale, 0 as disponibles, 0 as piquets from requis r cross join heures h
        union all
        select q.id, h.heure, h.locale, q.nb, 0
          from (select q.id, q.jour, count(*) as nb from qualifies q group by q.id, q.jour) q
          join heures h on h.jour = q.jour
        union all
        select q.id, p.heure, p.locale, -p.absent::integer, (not p.absent)::integer
          from pris p
          join qualifies q on q.jour = p.jour and q.sapeur_id = p.sapeur_id
      ) c
     group by c.id, c.heure, c.locale
  )
  select c.id, c.heure, l.requis, c.disponibles, c.piquets, m.manque,
         case
           when m.manque > 0
           then c.heure - row_number() over (partition by c.id, m.manque > 0 order by c.heure) * interval '1 hour'
         end
    from comptes c
    join requis r on r.id = c.id
   cross join lateral (select app.is_requis(r.effectif, c.locale) as requis offset 0) l
   cross join lateral (select case when l.requis then greatest(r.minimum - c.disponibles, 0) else 0 end) as m (manque);
end;
$$;
comment on function app.effectif_disponible(timestamptz, timestamptz) is
  'For each requirement of the caller''s SIS and each hour between two instants: whether the requirement counts, how many who meet its condition are available, how many of these are on standby, and how many are missing. suite is equal for hours in a row in which some are missing, and null for others.';
grant execute on function app.effectif_disponible(timestamptz, timestamptz) to caserne_api;

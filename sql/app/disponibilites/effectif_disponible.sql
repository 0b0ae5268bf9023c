-- Functions, licences and groups are those of today. In an hour a sapeur is available unless absent for a part
-- of it. So the figures of a month are counted from the absences, and not person by person and hour by hour.
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
    select h.heure, h.heure at time zone v_fuseau as locale
      from generate_series(date_trunc('hour', du), au - interval '1 microsecond', interval '1 hour') as h (heure)
  ), actifs as materialized (
    select j.jour, s.id as sapeur_id, s.porteur
      from (select distinct h.locale::date from heures h) as j (jour)
      join app.sapeurs s on s.sis_key = request.sis_key() and s.type <> 1 and app.is_actif(s.sis_key, s.id, s.type, s.desactive, j.jour)
  ), qualifies as materialized (
    select r.id, a.jour, a.sapeur_id
      from app.effectif_requis r
      join actifs a on r.porteur is null or a.porteur = r.porteur
     where r.sis_key = request.sis_key()
       and (r.fonction_id is null or exists (
         select from app.sapeur_fonctions f
          where f.sis_key = r.sis_key and f.sapeur_id = a.sapeur_id and f.fonction_id = r.fonction_id
            and f.debut <= v_jour and (f.fin is null or f.fin >= v_jour)))
       and (r.permis_type_id is null or exists (
         select from app.sapeur_permis p
          where p.sis_key = r.sis_key and p.sapeur_id = a.sapeur_id and p.permis_type_id = r.permis_type_id))
       and (r.groupe_id is null or exists (
         select from app.groupe_sapeurs g
          where g.sis_key = r.sis_key and g.sapeur_id = a.sapeur_id and g.groupe_id = r.groupe_id))
  ), absents as materialized (
    select distinct h.heure, a.sapeur_id
      from app.absences(date_trunc('hour', du), au) a
      join heures h on a.debut < h.heure + interval '1 hour' and h.heure < a.fin
  ), manquants as (
    select q.id, h.heure, count(*) as nb
      from absents a
      join heures h on h.heure = a.heure
      join qualifies q on q.jour = h.locale::date and q.sapeur_id = a.sapeur_id
     group by q.id, h.heure
  ), de_piquet as (
    select q.id, h.heure, count(distinct p.sapeur_id) as nb
      from app.piquets p
      join heures h on p.debut < h.heure + interval '1 hour' and h.heure < p.fin
      join qualifies q on q.jour = h.locale::date and q.sapeur_id = p.sapeur_id
     where p.sis_key = request.sis_key()
       and p.fin > date_trunc('hour', du)
       and p.debut < au
       and not exists (select from absents a where a.heure = h.heure and a.sapeur_id = p.sapeur_id)
     group by q.id, h.heure
  ), totaux as (
    select q.id, q.jour, count(*) as nb from qualifies q group by q.id, q.jour
  ), comptes as (
    select r.id, h.heure, app.is_requis(r, h.locale) as requis, r.minimum,
           (coalesce(t.nb, 0) - coalesce(m.nb, 0))::integer as disponibles, coalesce(p.nb, 0)::integer as piquets
      from app.effectif_requis r
     cross join heures h
      left join totaux t on t.id = r.id and t.jour = h.locale::date
      left join manquants m on m.id = r.id and m.heure = h.heure
      left join de_piquet p on p.id = r.id and p.heure = h.heure
     where r.sis_key = request.sis_key()
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

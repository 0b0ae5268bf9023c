-- Each table is read once for all alarms together. Under two policies joined by "or" the planner expects one sapeur,
-- and would loop over all sapeurs for each person: hence no nested loops (bench/RESULTS.md). Rows become JSON whole, for
-- the reason given at api.ecriture_json. Existing clients read the English names.
create or replace function api.as_json(alarmes app.alarmes[]) returns json
  language sql stable set enable_nestloop = off
as $$
  with listed as materialized (
    select a.* from unnest(alarmes) a
  ),
  groupes as (
    select g.alarme_id, json_agg(o order by g.id) as groups
      from app.alarme_groupes g
     cross join lateral (select g.nom as name, g.no as number, g.sis_key as sis) o
     where g.sis_key = request.sis_key()
       and g.alarme_id = any (array(select l.id from listed l))
     group by g.alarme_id
  ),
  sapeurs as materialized (
    select s.id, s.nom, s.prenom from app.sapeurs s where s.sis_key = request.sis_key()
  ),
  personnes as (
    select p.alarme_id,
           json_agg(k order by p.id) filter (where p.sapeur_id is not null) as firefighters,
           json_agg(u order by p.id) filter (where p.sapeur_id is null) as unresolved,
           -- Someone in two alerted groups is listed once.
           json_agg(a order by p.id) filter (where s.id is not null and p.nth = 1) as sapeurs_alertes
      from (
        select p.*, row_number() over (partition by p.alarme_id, p.sapeur_id order by p.id) as nth
          from app.alarme_personnes p
         where p.sis_key = request.sis_key()
           and p.alarme_id = any (array(select l.id from listed l))
      ) p
      left join sapeurs s on s.id = p.sapeur_id
     cross join lateral (
       select p.nom_complet as fullname, p.groupe_nom as group_name, p.groupe_no as group_number, p.telephone as phone,
              p.telephones as phones, p.sis_key as sis
     ) u
     -- A person matched to no sapeur has no id.
     cross join lateral (select u.*, p.sapeur_id as id) k
     cross join lateral (select s.id, s.nom, s.prenom, p.fonction) a
     group by p.alarme_id
  )
  select coalesce(json_agg(o order by l.date desc, l.id desc), '[]')
    from listed l
    left join groupes g on g.alarme_id = l.id
    left join personnes p on p.alarme_id = l.id
    left join app.effectif_alarmes(array(select l.id from listed l)) r on r.alarme_id = l.id
   cross join lateral (
     select l.id::text as id, request.utc(l.date) as date, l.type, l.adresse, l.description, l.validated,
            coalesce(p.sapeurs_alertes, '[]') as sapeurs_alertes, l.adresse as address, l.complement,
            coalesce(l.lon || ',' || l.lat, '') as location_wgs84,
            coalesce(trim_scale(l.lv95_e) || ',' || trim_scale(l.lv95_n), '') as location_lv95, array[l.sis_key] as sis,
            l.couleur, l.code, request.utc(l.date_creation) as date_creation, request.utc(l.debut) as debut_alarme,
            request.utc(l.fin) as fin_alarme, l.validated as has_been_read, l.intervention_id, l.intervention_refus, l.test,
            l.incomplet, l.avertissements, coalesce(g.groups, '[]') as groups, coalesce(p.firefighters, '[]') as firefighters,
            coalesce(p.unresolved, '[]') as unresolved, coalesce(r.reponses, '[]') as reponses,
            coalesce(r.effectif, '{"vient":0,"plus_tard":0,"ne_vient_pas":0,"sans_reponse":0,"porteurs":0,"chefs":0}') as effectif
   ) o
$$;
comment on function api.as_json(app.alarmes[]) is
  'Alarms on the wire, newest first.';
grant execute on function api.as_json(app.alarmes[]) to caserne_api;

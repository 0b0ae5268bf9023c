-- The English names beside the French ones are what existing clients read.
create or replace function api.as_json(alarme app.alarmes, groups json, firefighters json, unresolved json, sapeurs_alertes json)
  returns json
  language sql stable
as $$
  select to_json(r)
    from (
      select alarme.id::text as id,
             request.utc(alarme.date) as date,
             alarme.type,
             alarme.adresse,
             alarme.description,
             alarme.validated,
             coalesce(as_json.sapeurs_alertes, '[]') as sapeurs_alertes,
             alarme.adresse as address,
             alarme.complement,
             coalesce(alarme.lon || ',' || alarme.lat, '') as location_wgs84,
             coalesce(trim_scale(alarme.lv95_e) || ',' || trim_scale(alarme.lv95_n), '') as location_lv95,
             array[alarme.sis_key] as sis,
             alarme.couleur,
             alarme.code,
             request.utc(alarme.date_creation) as date_creation,
             request.utc(alarme.debut) as debut_alarme,
             request.utc(alarme.fin) as fin_alarme,
             alarme.validated as has_been_read,
             alarme.intervention_id,
             coalesce(as_json.groups, '[]') as groups,
             coalesce(as_json.firefighters, '[]') as firefighters,
             coalesce(as_json.unresolved, '[]') as unresolved
    ) as r
$$;
comment on function api.as_json(app.alarmes, json, json, json, json) is
  'An alarm on the wire, from its row and its lists.';
grant execute on function api.as_json(app.alarmes, json, json, json, json) to caserne_api;

create or replace function api.as_json(groupe app.alarme_groupes) returns json
  language sql stable
as $$
  select to_json(r)
    from (select groupe.nom as name, groupe.no as number, groupe.sis_key as sis) as r
$$;
comment on function api.as_json(app.alarme_groupes) is
  'An alerted group on the wire.';
grant execute on function api.as_json(app.alarme_groupes) to caserne_api;

create or replace function api.as_json(personne app.alarme_personnes, groupe app.alarme_groupes) returns json
  language sql stable
as $$
  select json_strip_nulls(to_json(r))
    from (
      select personne.nom_complet as fullname,
             coalesce(groupe.nom, '') as group_name,
             coalesce(groupe.no, '') as group_number,
             personne.telephone as phone,
             personne.sis_key as sis,
             -- Absent, not null, for someone who was matched to nobody.
             personne.sapeur_id as id
    ) as r
$$;
comment on function api.as_json(app.alarme_personnes, app.alarme_groupes) is
  'Someone who comes, on the wire; without id when he was matched to nobody.';
grant execute on function api.as_json(app.alarme_personnes, app.alarme_groupes) to caserne_api;

create or replace function api.as_json(sapeur app.sapeurs, fonction text) returns json
  language sql stable
as $$
  select to_json(r)
    from (select sapeur.id, sapeur.nom, sapeur.prenom, as_json.fonction as fonction) as r
$$;
comment on function api.as_json(app.sapeurs, text) is
  'An alerted sapeur on the wire, with his function on the alarm''s day.';
grant execute on function api.as_json(app.sapeurs, text) to caserne_api;

-- Definer: sapeurs may not read interventions at which they were present. The function shows the caller's presences,
-- and of the interventions a few fields.
create or replace function api.list_mes_interventions(
  exercice_comptable_id bigint, apres json default null, limite integer default null
) returns json
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
           json_agg(
             l order by p.date_debut desc, p.heure_debut desc, p.id desc
           ) filter (where p.id is not null),
           '[]'
         )
    from app.exercices_comptables x
    join app.sis z on z.sis_key = x.sis_key
    left join lateral (
      select s.id, s.sapeur_id, s.intervention_id, s.debut, s.fin, s.piquet, i.date_debut, i.heure_debut, i.date_fin,
             i.heure_fin, i.lieu, i.objet, i.localite_id, i.stat_federal_id, i.type_intervention_id
        from app.intervention_sapeurs s
        join app.interventions i on i.sis_key = s.sis_key and i.id = s.intervention_id
       where s.sis_key = request.sis_key()
         and s.sapeur_id = request.sapeur_id()
         and i.exercice_comptable_id = x.id
         and (apres is null
              or (i.date_debut, i.heure_debut, s.id) < ((apres ->> 0)::date, (apres ->> 1)::time, (apres ->> 2)::bigint))
       order by i.date_debut desc, i.heure_debut desc, s.id desc
       limit limite
    ) p on true
   cross join lateral (
     select p.id, p.sapeur_id, p.intervention_id, request.local_instant(p.debut, z.fuseau) as debut,
            request.local_instant(p.fin, z.fuseau) as fin, p.piquet, p.date_debut, p.heure_debut, p.date_fin, p.heure_fin,
            p.lieu, p.objet, p.localite_id, p.stat_federal_id, p.type_intervention_id
   ) l
   where x.sis_key = request.sis_key()
     and x.id = list_mes_interventions.exercice_comptable_id
   group by x.id
$$;
comment on function api.list_mes_interventions(bigint, json, integer) is
  'Presences of the calling sapeur at interventions of an accounting year, newest first; a page after [date_debut, heure_debut, id]. Null when the year does not exist. Definer: they may read neither other interventions nor more of these.';
grant execute on function api.list_mes_interventions(bigint, json, integer) to caserne_api;

-- Definer: sapeurs may not read interventions at which they were present. The function shows the caller's presences,
-- and of the interventions the fields in as_json.
create or replace function api.list_mes_interventions(
  exercice_comptable_id bigint, apres json default null, limite integer default null
) returns json
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
           json_agg(
             api.as_json(p.presence, p.intervention, z.fuseau)
             order by p.date_debut desc, p.heure_debut desc, p.id desc
           ) filter (where p.id is not null),
           '[]'
         )
    from app.exercices_comptables x
    join app.sis z on z.sis_key = x.sis_key
    left join lateral (
      select s as presence, i as intervention, i.date_debut, i.heure_debut, s.id
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
   where x.sis_key = request.sis_key()
     and x.id = list_mes_interventions.exercice_comptable_id
   group by x.id
$$;
comment on function api.list_mes_interventions(bigint, json, integer) is
  'Presences of the calling sapeur at interventions of an accounting year, newest first; a page after [date_debut, heure_debut, id]. Null when the year does not exist. Definer: they may read neither other interventions nor more of these.';
grant execute on function api.list_mes_interventions(bigint, json, integer) to caserne_api;

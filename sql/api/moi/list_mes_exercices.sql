-- Definer: sapeurs may not read exercices that they are convoked to. The function shows those with a row of the caller,
-- and that row.
create or replace function api.list_mes_exercices(
  exercice_comptable_id bigint, apres json default null, limite integer default null
) returns json
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
           json_agg(
             api.as_json(p.exercice)::jsonb || jsonb_build_object('presence', api.as_json(p.presence, p.heures))
             order by p.date, p.heure, p.id
           ) filter (where p.id is not null),
           '[]'
         )
    from app.exercices_comptables x
    left join lateral (
      select e as exercice, s as presence, e.date, e.heure, e.id,
             (
               select json_agg(api.as_json(h) order by h.id)
                 from app.exercice_heures h
                where h.sis_key = s.sis_key
                  and h.exercice_id = s.exercice_id
                  and h.sapeur_id = s.sapeur_id
             ) as heures
        from app.exercice_sapeurs s
        join app.exercices e on e.sis_key = s.sis_key and e.id = s.exercice_id
       where s.sis_key = request.sis_key()
         and s.sapeur_id = request.sapeur_id()
         and e.exercice_comptable_id = x.id
         and (apres is null or (e.date, e.heure, e.id) > ((apres ->> 0)::date, (apres ->> 1)::time, (apres ->> 2)::bigint))
       order by e.date, e.heure, e.id
       limit limite
    ) p on true
   where x.sis_key = request.sis_key()
     and x.id = list_mes_exercices.exercice_comptable_id
   group by x.id
$$;
comment on function api.list_mes_exercices(bigint, json, integer) is
  'Exercices of an accounting year to which the calling sapeur is convoked, each with their row; a page after [date, heure, id]. Null when the year does not exist. Definer: they may not read other exercices.';
grant execute on function api.list_mes_exercices(bigint, json, integer) to caserne_api;

create or replace function api.list_exercice_sapeurs(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(s, h.heures) order by s.id) filter (where s.id is not null), '[]')
    from app.exercices e
    left join app.exercice_sapeurs s on s.sis_key = e.sis_key and s.exercice_id = e.id
    left join (
      select h.sapeur_id, json_agg(api.as_json(h) order by h.id) as heures
        from app.exercice_heures h
       where h.sis_key = request.sis_key()
         and h.exercice_id = list_exercice_sapeurs.id
       group by h.sapeur_id
    ) h on h.sapeur_id = s.sapeur_id
   where e.sis_key = request.sis_key()
     and e.id = list_exercice_sapeurs.id
   group by e.id
$$;
comment on function api.list_exercice_sapeurs(bigint) is
  'Sapeurs who were convoked to an exercice or came; null when no such exercice is visible.';
grant execute on function api.list_exercice_sapeurs(bigint) to caserne_api;

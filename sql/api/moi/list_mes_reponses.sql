create or replace function api.list_mes_reponses(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.reponse) order by p.id desc), '[]')
    from (
      select r as reponse, r.id
        from app.reponses_alarmes r
       where r.sis_key = request.sis_key()
         and r.sapeur_id = request.sapeur_id()
         and r.reponse <> 'aucune'
         and (apres is null or r.id < (apres ->> 0)::bigint)
       order by r.id desc
       limit limite
    ) p
$$;
comment on function api.list_mes_reponses(json, integer) is
  'Answers of the calling sapeur to alarms, newest first; a page after [id].';
grant execute on function api.list_mes_reponses(json, integer) to caserne_api;

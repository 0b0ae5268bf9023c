create or replace function api.list_mes_groupes(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.membre) order by p.id), '[]')
    from (
      select m as membre, m.id
        from app.groupe_sapeurs m
       where m.sis_key = request.sis_key()
         and m.sapeur_id = request.sapeur_id()
         and (apres is null or m.id > (apres ->> 0)::bigint)
       order by m.id
       limit limite
    ) p
$$;
comment on function api.list_mes_groupes(json, integer) is 'Groups of the calling sapeur; a page after [id].';
grant execute on function api.list_mes_groupes(json, integer) to caserne_api;

create or replace function api.list_mes_disponibilites(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.indisponibilite, (select app.fuseau())) order by p.id desc), '[]')
    from (
      select i as indisponibilite, i.id
        from app.indisponibilites i
       where i.sis_key = request.sis_key()
         and i.sapeur_id = request.sapeur_id()
         and (apres is null or i.id < (apres ->> 0)::bigint)
       order by i.id desc
       limit limite
    ) p
$$;
comment on function api.list_mes_disponibilites(json, integer) is
  'Periods in which the calling sapeur cannot come, the last added first; a page after [id].';
grant execute on function api.list_mes_disponibilites(json, integer) to caserne_api;

create or replace function api.list_mes_piquets(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.piquet, (select app.fuseau())) order by p.debut, p.id), '[]')
    from (
      select q as piquet, q.debut, q.id
        from app.piquets q
       where q.sis_key = request.sis_key()
         and request.sapeur_id() in (q.sapeur_id, q.repreneur_id)
         and q.fin > now()
         and (apres is null or (q.debut, q.id) > ((apres ->> 0)::timestamptz, (apres ->> 1)::bigint))
       order by q.debut, q.id
       limit limite
    ) p
$$;
comment on function api.list_mes_piquets(json, integer) is
  'Standby of the calling sapeur, and what they are asked to take over, as far as it is not over, by beginning; a page after [debut, id].';
grant execute on function api.list_mes_piquets(json, integer) to caserne_api;

create or replace function api.list_mes_fonctions(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.fonction) order by p.debut, p.id), '[]')
    from (
      select f as fonction, f.debut, f.id
        from app.sapeur_fonctions f
       where f.sis_key = request.sis_key()
         and f.sapeur_id = request.sapeur_id()
         and (apres is null or (f.debut, f.id) > ((apres ->> 0)::date, (apres ->> 1)::bigint))
       order by f.debut, f.id
       limit limite
    ) p
$$;
comment on function api.list_mes_fonctions(json, integer) is
  'Functions of the calling sapeur, past and future ones included, by start; a page after [debut, id].';
grant execute on function api.list_mes_fonctions(json, integer) to caserne_api;

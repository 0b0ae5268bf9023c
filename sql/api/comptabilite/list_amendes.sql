create or replace function api.list_amendes(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.amende) order by p.rang), '[]')
    from (
      select t as amende, t.rang
        from app.amendes t
       where t.sis_key = request.sis_key()
         and (apres is null or t.rang > (apres ->> 0)::integer)
       order by t.rang
       limit limite
    ) p
$$;
comment on function api.list_amendes(json, integer) is
  'Fines of the caller''s SIS, by rank; a page after [rang].';
grant execute on function api.list_amendes(json, integer) to caserne_api;

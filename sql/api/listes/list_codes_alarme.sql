create or replace function api.list_codes_alarme(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.code_alarme) order by p.code, p.id), '[]')
    from (
      select c as code_alarme, c.code, c.id
        from app.codes_alarme c
       where c.sis_key = request.sis_key()
         and (apres is null or (c.code, c.id) > (apres ->> 0, (apres ->> 1)::bigint))
       order by c.code, c.id
       limit limite
    ) p
$$;
comment on function api.list_codes_alarme(json, integer) is
  'Codes of the alarm centre with their meaning in the caller''s SIS; a page after [code, id].';
grant execute on function api.list_codes_alarme(json, integer) to caserne_api;

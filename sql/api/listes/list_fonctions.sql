create or replace function api.list_fonctions(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.fonction) order by p.rang desc, p.designation), '[]')
    from (
      select f as fonction, f.rang, f.designation
        from app.fonctions f
       where f.sis_key = request.sis_key()
         and (apres is null or (-f.rang, f.designation) > (-(apres ->> 0)::integer, apres ->> 1))
       order by f.rang desc, f.designation
       limit limite
    ) p
$$;
comment on function api.list_fonctions(json, integer) is
  'Functions of the caller''s SIS, the highest first; a page after [rang, designation].';
grant execute on function api.list_fonctions(json, integer) to caserne_api;

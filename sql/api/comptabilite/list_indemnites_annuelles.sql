create or replace function api.list_indemnites_annuelles(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.indemnite) order by p.designation, p.id), '[]')
    from (
      select t as indemnite, t.designation, t.id
        from app.indemnites_annuelles t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.designation, t.id) > (apres ->> 0, (apres ->> 1)::bigint))
       order by t.designation, t.id
       limit limite
    ) p
$$;
comment on function api.list_indemnites_annuelles(json, integer) is
  'Yearly allowances of the caller''s SIS, by name and id; a page after [designation, id].';
grant execute on function api.list_indemnites_annuelles(json, integer) to caserne_api;

create or replace function api.list_indemnites_intervention(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.indemnite) order by p.designation), '[]')
    from (
      select t as indemnite, t.designation
        from app.indemnites_intervention t
       where t.sis_key = request.sis_key()
         and (apres is null or t.designation > (apres ->> 0))
       order by t.designation
       limit limite
    ) p
$$;
comment on function api.list_indemnites_intervention(json, integer) is
  'Tariffs of interventions of the caller''s SIS, by name; a page after [designation].';
grant execute on function api.list_indemnites_intervention(json, integer) to caserne_api;

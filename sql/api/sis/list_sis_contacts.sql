create or replace function api.list_sis_contacts(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.contact) order by p.liste, p.email, p.id), '[]')
    from (
      select c as contact, c.liste, c.email, c.id
        from app.sis_contacts c
       where c.sis_key = request.sis_key()
         and (apres is null or (c.liste, c.email, c.id) > (apres ->> 0, apres ->> 1, (apres ->> 2)::bigint))
       order by c.liste, c.email, c.id
       limit limite
    ) p
$$;
comment on function api.list_sis_contacts(json, integer) is
  'Addresses that the caller''s SIS writes to, by list; a page after [liste, email, id].';
grant execute on function api.list_sis_contacts(json, integer) to caserne_api;

create or replace function api.list_webhooks(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.webhook_json(p.id) order by p.id), '[]')
    from (
      select w.id
        from app.webhooks w
       where w.sis_key = request.sis_key()
         and (apres is null or w.id > (apres ->> 0)::bigint)
       order by w.id
       limit limite
    ) p
$$;
comment on function api.list_webhooks(json, integer) is
  'Webhooks of the caller''s SIS; a page after [id].';
grant execute on function api.list_webhooks(json, integer) to caserne_api;

create or replace function api.create_webhook(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_id bigint;
begin
  -- One at a time, because they are counted.
  perform request.lock('api.create_webhook ' || request.sis_key());
  if (select count(*) >= 20 from app.webhooks w where w.sis_key = request.sis_key()) then
    raise sqlstate 'PT409' using message = 'Un SIS a 20 webhooks au plus';
  end if;
  insert into app.webhooks (url, secret, evenements, actif)
  values (body ->> 'url', decode(body ->> 'secret', 'base64'), array(select jsonb_array_elements_text(body -> 'evenements')),
          coalesce((body ->> 'actif')::boolean, true))
  returning webhooks.id into v_id;
  return (api.webhook_json(v_id)::jsonb || jsonb_build_object('secret', body ->> 'secret'))::json;
end;
$$;
comment on function api.create_webhook(jsonb) is
  'Adds a webhook to the caller''s SIS {url, secret, evenements, actif}; the secret is sealed, in base64, and is returned with it. PT409.';
grant execute on function api.create_webhook(jsonb) to caserne_api;

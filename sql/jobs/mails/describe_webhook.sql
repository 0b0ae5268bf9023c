create or replace function jobs.describe_webhook(sis_key text, webhook_id bigint) returns json
  language plpgsql volatile
as $$
begin
  perform request.open(null, sis_key, array['sis.config'], null);
  return (
    select json_build_object(
             'genre', 'webhook_desactive', 'email', u.email, 'name', u.name,
             'sis', (select s.nom from auth.sis s where s.api_key = w.sis_key),
             'service', substring(w.url from '^https?://([^/?#]+)'), 'raison', w.raison)
      from app.webhooks w
      join auth.users u on u.id = w.user_id and u.disabled_at is null
     where w.sis_key = describe_webhook.sis_key
       and w.id = describe_webhook.webhook_id
       and not w.actif
  );
end;
$$;
comment on function jobs.describe_webhook(text, bigint) is
  'The data of the mail that a webhook is disabled, for the account that set it up, {genre, email, name, sis, service, raison}; null when it is enabled again, or nobody is left to tell.';

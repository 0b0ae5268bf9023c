create or replace function app.has_appareil(sis_key text, user_id bigint) returns boolean
  language sql stable
as $$
  select exists (
    select
      from app.appareils a
      join auth.users u on u.id = a.user_id and u.disabled_at is null
     where a.sis_key = has_appareil.sis_key
       and a.user_id = has_appareil.user_id
       and a.actif
       and (a.type = 'webpush' or u.email_verified_at is not null)
  )
$$;
comment on function app.has_appareil(text, bigint) is
  'Whether an account has a device on which it is notified of alarms of a SIS.';

create or replace function jobs.describe_appareils_retires(sis_key text, user_id bigint) returns json
  language plpgsql volatile
as $$
begin
  perform request.open(null, sis_key, array['sis.config'], null);
  return (
    select json_build_object(
             'genre', 'appareils_retires', 'email', u.email, 'name', u.name,
             'sis', (select s.nom from auth.sis s where s.api_key = m.sis_key))
      from auth.memberships m
      join auth.users u on u.id = m.user_id and u.disabled_at is null and u.email_verified_at is not null
     where m.sis_key = describe_appareils_retires.sis_key
       and m.user_id = describe_appareils_retires.user_id
       and m.mobile
       and not app.has_appareil(m.sis_key, m.user_id)
  );
end;
$$;
comment on function jobs.describe_appareils_retires(text, bigint) is
  'The data of the mail to an account that has no device left on which it is notified of alarms, {genre, email, name, sis}; null when it has one again, or gets no alerts of the SIS.';

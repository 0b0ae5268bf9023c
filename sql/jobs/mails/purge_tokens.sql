create or replace function jobs.purge_tokens() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- A used refresh token is kept as long as it could have been used: shown again, it ends its session.
  delete from auth.refresh_tokens t where t.expires_at <= now();
  delete from auth.sessions s
   where s.revoked_at is not null
      or not exists (select from auth.refresh_tokens t where t.session_id = s.id);
  delete from auth.tokens t where t.expires_at <= now();
  -- A month longer than it was good for, so that who invited whom can be looked up.
  delete from auth.invitations i where i.expires_at <= now() - interval '30 days';
  -- Given up, or overtaken by another for the same cause: the queue keeps them for ever.
  perform graphile_worker.complete_jobs(array(
    select j.id
      from graphile_worker.jobs j
     where j.task_identifier = 'send_mail'
       and j.attempts >= j.max_attempts
       and j.locked_at is null
       and j.updated_at <= now() - interval '30 days'
  ));
  -- Which are of yesterday, its policy says.
  delete from request.reponses;
  delete from auth.throttles t where t.expire <= extract(epoch from now()) * 1000;
end;
$$;
comment on function jobs.purge_tokens() is
  'Drops tokens, sessions, invitations, counts of attempts and kept answers that have run out. Definer: the worker holds no right on any table.';
grant execute on function jobs.purge_tokens() to caserne_worker;

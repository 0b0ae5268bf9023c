create or replace function jobs.purge_tokens() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- A used refresh token is kept until it would have expired: shown again, it ends its session.
  delete from auth.refresh_tokens t where t.expires_at <= now();
  delete from auth.sessions s
   where s.revoked_at is not null
      or not exists (select from auth.refresh_tokens t where t.session_id = s.id);
  delete from auth.tokens t where t.expires_at <= now();
  -- Invitations are kept a month longer than they are valid, to look up who was invited, and by which account.
  -- A cell has them by replication.
  delete from auth.invitations i where i.expires_at <= now() - interval '30 days' and request.keeps_users();
  delete from jobs.reports r where r.created_at <= now() - interval '7 days' and request.keeps_users();
  delete from jobs.report_parts p where coalesce(p.done_at, p.echec_at) <= now() - interval '8 days';
  -- Jobs that were given up, or overtaken by another for the same cause; the queue would keep them for ever.
  perform graphile_worker.complete_jobs(array(
    select j.id
      from graphile_worker.jobs j
     where j.task_identifier = 'send_mail'
       and j.attempts >= j.max_attempts
       and j.locked_at is null
       and j.updated_at <= now() - interval '30 days'
  ));
  -- The policy of request.reponses lets only answers be deleted that are older than 30 days.
  delete from request.reponses;
  delete from auth.throttles t where t.expire <= extract(epoch from now()) * 1000;
end;
$$;
comment on function jobs.purge_tokens() is
  'Deletes tokens, sessions, invitations, reports for other cells, counts of attempts and kept answers that have expired. Definer: the worker holds no right on any table.';
grant execute on function jobs.purge_tokens() to caserne_worker;

-- The mail is queued for any address, known or not. The worker finds out whether an account has it (jobs.begin_mail),
-- so the answer takes the same time in either case. The job key keeps one waiting mail per cause.
create or replace function auth.ask_mail(genre text, email text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email text := lower(btrim(ask_mail.email));
begin
  perform graphile_worker.add_job('send_mail', request.traced(json_build_object('genre', ask_mail.genre, 'email', v_email)),
                                  job_key := 'mail:' || ask_mail.genre || ':' || v_email);
end;
$$;
comment on function auth.ask_mail(text, text) is
  'Queues a mail of a kind (confirmation, reinitialisation, mot_de_passe_change) to an account, sent as soon as a worker is free.';
grant execute on function auth.ask_mail(text, text) to caserne_auth;

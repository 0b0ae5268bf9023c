-- Definer: callers who convoke may read no e-mail of a sapeur, and the queue belongs to the owner.
create or replace function app.mail_convocations(exercice_id bigint, sapeur_ids bigint[]) returns bigint[]
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
  v_ids bigint[];
begin
  perform request.open(request.user_id(), request.sis_key(), array['exercice.modification', 'sapeur.lecture'], null);
  with called as (
    update app.exercice_sapeurs s
       set convoque_at = now()
      from app.particularites p
     where s.sis_key = request.sis_key()
       and s.exercice_id = mail_convocations.exercice_id
       and s.sapeur_id = any (sapeur_ids)
       and s.convoque
       and s.convoque_at is null
       and p.sis_key = s.sis_key
       and p.sapeur_id = s.sapeur_id
       and p.email <> ''
    returning s.sapeur_id
  )
  select coalesce(array_agg(c.sapeur_id order by c.sapeur_id), '{}') into v_ids from called c;
  perform request.reopen(v_opened);
  perform graphile_worker.add_jobs(array(
    select row(
             'send_mail',
             request.traced(json_build_object(
               'genre', 'convocation', 'sis_key', request.sis_key(), 'exercice_id', mail_convocations.exercice_id, 'sapeur_id', s)),
             null, null, null, null, null, null)::graphile_worker.job_spec
      from unnest(v_ids) as s
  ));
  return v_ids;
end;
$$;
comment on function app.mail_convocations(bigint, bigint[]) is
  'Queues the mails that call these sapeurs to an exercice, for those who are convoked, have an e-mail and were not called yet; returns their ids. Definer: callers who convoke may read no e-mail of a sapeur, and the queue belongs to the owner.';

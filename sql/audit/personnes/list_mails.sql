-- PL/pgSQL, because the queue is installed apart from the schema.
create or replace function audit.list_mails(sis_key text, sapeur_id bigint, user_id bigint) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('cree_le', q.created_at, 'essais', q.attempts, 'contenu', q.payload)), '[]')
      from graphile_worker._private_jobs q
      left join auth.users u on u.id = list_mails.user_id
     where q.payload::jsonb ->> 'email' = lower(u.email)
        or q.payload::jsonb @> jsonb_build_object('sis_key', list_mails.sis_key, 'sapeur_id', list_mails.sapeur_id)
  );
end;
$$;
comment on function audit.list_mails(text, bigint, bigint) is 'Mails to a sapeur or their account that wait in the queue.';
-- Not granted: audit.read_personne calls it.

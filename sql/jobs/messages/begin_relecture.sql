create or replace function jobs.begin_relecture(sis_key text, id bigint)
  returns table (messagerie_id bigint, expediteurs text[], contenu bytea)
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform request.open(null, begin_relecture.sis_key, array['sis.config'], null);
  return query
    select b.id, b.expediteurs, m.contenu
      from app.messages m
      join app.messageries b on b.sis_key = m.sis_key and b.id = m.messagerie_id
     where m.sis_key = begin_relecture.sis_key
       and m.id = begin_relecture.id
       and m.etat = 'received'
       and m.contenu is not null;
end;
$$;
comment on function jobs.begin_relecture(text, bigint) is
  'A message that waits for its relecture, with the senders that its mailbox accepts today; no row when it waits no longer. Definer: the worker holds no right on any table.';
grant execute on function jobs.begin_relecture(text, bigint) to caserne_worker;

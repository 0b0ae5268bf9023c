create or replace function jobs.list_relectures(sis_key text, messagerie_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform request.open(null, list_relectures.sis_key, array['sis.config'], null);
  return (
    select coalesce(json_agg(json_build_object('id', m.id, 'uidvalidity', m.uidvalidity, 'uid', m.uid) order by m.id), '[]')
      from app.messages m
     where m.sis_key = list_relectures.sis_key
       and m.messagerie_id = list_relectures.messagerie_id
       and m.etat = 'received'
       and m.contenu is null
  );
end;
$$;
comment on function jobs.list_relectures(text, bigint) is
  'Messages of a mailbox to fetch once more for their relecture: [{id, uidvalidity, uid}]. Definer: the worker holds no right on any table.';
grant execute on function jobs.list_relectures(text, bigint) to caserne_worker;

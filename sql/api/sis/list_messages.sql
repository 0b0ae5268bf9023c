create or replace function api.list_messages(
  id bigint, etat text default null, apres json default null, limite integer default null) returns json
  language plpgsql stable
as $$
declare
  v_id constant bigint := coalesce((apres ->> 0)::bigint, 9223372036854775807);
  v_ids bigint[];
begin
  if not exists (select from app.messageries b where b.sis_key = request.sis_key() and b.id = list_messages.id) then
    return null;
  end if;
  -- Two statements, whose plans are kept. A plan for any state would read the whole ledger for the three messages that
  -- failed.
  if list_messages.etat is null then
    v_ids := array(
      select m.id
        from app.messages m
       where m.sis_key = request.sis_key() and m.messagerie_id = list_messages.id and m.id < v_id
       order by m.id desc
       limit limite
    );
  else
    v_ids := array(
      select m.id
        from app.messages m
       where m.sis_key = request.sis_key() and m.messagerie_id = list_messages.id and m.etat = list_messages.etat and m.id < v_id
       order by m.id desc
       limit limite
    );
  end if;
  return (
    select coalesce(json_agg(api.as_json(m) order by m.id desc), '[]')
      from app.messages m
     where m.sis_key = request.sis_key()
       -- By id: whole rows under a limit would bring along every raw text.
       and m.id = any (v_ids)
  );
end;
$$;
comment on function api.list_messages(bigint, text, json, integer) is
  'The ledger of a mailbox of the caller''s SIS in any or one state, newest first; a page after [id]. Null when the mailbox does not exist.';
grant execute on function api.list_messages(bigint, text, json, integer) to caserne_api;

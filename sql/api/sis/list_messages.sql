-- Planned for the given filters: a plan for any state would read the whole ledger for the three messages that
-- failed.
create or replace function api.list_messages(
  id bigint, etat text default null, apres json default null, limite integer default null) returns json
  language plpgsql stable set plan_cache_mode = force_custom_plan
as $$
begin
  if not exists (select from app.messageries b where b.sis_key = request.sis_key() and b.id = list_messages.id) then
    return null;
  end if;
  return (
    select coalesce(json_agg(api.as_json(m) order by m.id desc), '[]')
      from app.messages m
     where m.sis_key = request.sis_key()
       -- By id: whole rows under a limit would bring along every raw text.
       and m.id = any (array(
         select p.id
           from app.messages p
          where p.sis_key = request.sis_key()
            and p.messagerie_id = list_messages.id
            and (list_messages.etat is null or p.etat = list_messages.etat)
            and (list_messages.apres is null or p.id < (list_messages.apres ->> 0)::bigint)
          order by p.id desc
          limit list_messages.limite
       ))
  );
end;
$$;
comment on function api.list_messages(bigint, text, json, integer) is
  'The ledger of a mailbox of the caller''s SIS in any or one state, newest first; a page after [id]. Null when the mailbox does not exist.';
grant execute on function api.list_messages(bigint, text, json, integer) to caserne_api;

-- Planned for what is asked, each time: a plan for any state would read the whole ledger for the three messages that failed.
create or replace function api.list_messages(
  id bigint, etat text default null, apres json default null, limite integer default null) returns json
  language plpgsql stable set plan_cache_mode = force_custom_plan
as $$
begin
  if not exists (select from app.messageries b where b.sis_key = request.sis_key() and b.id = list_messages.id) then
    return null;
  end if;
  return (
    select coalesce(json_agg(api.as_json(p.message) order by p.id desc), '[]')
      from (
        select m as message, m.id
          from app.messages m
         where m.sis_key = request.sis_key()
           and m.messagerie_id = list_messages.id
           and (list_messages.etat is null or m.etat = list_messages.etat)
           and (list_messages.apres is null or m.id < (list_messages.apres ->> 0)::bigint)
         order by m.id desc
         limit list_messages.limite
      ) p
  );
end;
$$;
comment on function api.list_messages(bigint, text, json, integer) is
  'The ledger of a mailbox of the caller''s SIS, newest first, of any or one state; after [id], so many. Null when there is no such mailbox.';
grant execute on function api.list_messages(bigint, text, json, integer) to caserne_api;

create or replace function jobs.list_messages(sis_key text, etat text, limite integer) returns json
  language plpgsql volatile set search_path = ''
as $$
declare
  v_sis_key text;
  v_found json[] := array[]::json[];
begin
  if list_messages.sis_key <> '*' then
    perform auth.require_here(list_messages.sis_key);
  end if;
  for v_sis_key in
    select distinct r.sis_key
      from jobs.releves r
     where (list_messages.sis_key is null or r.sis_key = list_messages.sis_key)
       and request.is_home(r.sis_key)
  loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    v_found := v_found || array(
      select jobs.describe_message(m)
        from app.messages m
       where m.sis_key = v_sis_key
         and (list_messages.etat is null or m.etat = list_messages.etat)
       order by m.id desc
       limit limite
    );
  end loop;
  return (
    select coalesce(json_agg(l.message order by l.no), '[]')
      from (
        -- Ids of two SIS say nothing about which message came first.
        select t as message, row_number() over (order by t ->> 'created_at' desc, (t ->> 'id')::bigint desc, t ->> 'sis_key') as no
          from unnest(v_found) t
         order by no
         limit limite
      ) l
  );
end;
$$;
comment on function jobs.list_messages(text, text, integer) is
  'The newest messages of all mailboxes, or of one SIS (''*'': the instance), in any or one state, for the operator (PT404 for an unknown SIS).';

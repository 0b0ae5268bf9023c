-- Figures for operators, without user names or passwords.
create or replace function jobs.messagerie_metrics() returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text;
  v_messageries json[] := array[]::json[];
begin
  for v_sis_key in select distinct r.sis_key from jobs.releves r where request.is_home(r.sis_key) order by r.sis_key loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    v_messageries := v_messageries || array(
      select json_build_object(
               'sis', b.sis_key,
               'id', b.id,
               'host', b.host,
               -- A mailbox that was never read counts from its creation.
               'since_success', extract(epoch from clock_timestamp() - coalesce(r.last_success_at, b.created_at)),
               'failures', case when r.next_try_at is null then 0 else r.failures end,
               'blocked', r.bloquee,
               'unread', jobs.unread_since(r) is not null,
               'messages', json_build_object(
                 'received', coalesce(c.received, 0), 'alarm', coalesce(c.alarm, 0), 'ignored', coalesce(c.ignored, 0),
                 'refused', coalesce(c.refused, 0), 'failed', coalesce(c.failed, 0)
               )
             )
        from app.messageries b
        join jobs.releves r on r.sis_key = b.sis_key and r.messagerie_id = b.id
        left join jobs.messagerie_totaux c on c.sis_key = b.sis_key and c.messagerie_id = b.id
       where b.sis_key = v_sis_key
         and b.active
       order by b.id
    );
  end loop;
  return json_build_object(
    'messageries', to_json(v_messageries),
    'jobs', jobs.due_jobs()
  );
end;
$$;
comment on function jobs.messagerie_metrics() is
  'Figures on active mailboxes and due jobs: {messageries: [{sis, id, host, since_success (seconds), failures, blocked, unread, messages: {<etat>: n}}], jobs: {waiting, oldest (seconds)}}. Definer: the worker holds no right on any table; the policies of each SIS still apply.';
grant execute on function jobs.messagerie_metrics() to caserne_worker;

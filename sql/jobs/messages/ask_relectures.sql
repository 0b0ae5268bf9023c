create or replace function jobs.ask_relectures() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text;
begin
  for v_sis_key in select distinct r.sis_key from jobs.releves r where request.is_home(r.sis_key) order by r.sis_key loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    -- The relève of each mailbox, every minute too, fetches the messages whose text is not kept.
    perform jobs.ask_relecture(m)
       from (
         select m
           from app.messages m
          where m.sis_key = v_sis_key
            and m.etat = 'received'
            and m.contenu is not null
          order by m.id
       ) as l (m);
  end loop;
end;
$$;
comment on function jobs.ask_relectures() is
  'Puts waiting relectures into the queue again, for example after a worker was killed. Definer: visits the SIS of every mailbox, each under its own policies.';
grant execute on function jobs.ask_relectures() to caserne_worker;

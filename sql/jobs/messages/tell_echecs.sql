-- A mail that could not be read may concern any SIS. So each SIS that its mailbox serves gets a notice, which quotes
-- nothing from a mail of the instance's mailbox.
create or replace function jobs.tell_echecs(sis_key text, messagerie_id bigint) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_releve jobs.releves;
  v_messages bigint[];
  v_detail text;
  v_sis_keys text[];
  v_sis_key text;
  v_complet boolean;
  v_told integer := 0;
begin
  perform request.open(null, null, '{}', null);
  select * into v_releve
    from jobs.releves r
   where r.sis_key = tell_echecs.sis_key and r.messagerie_id = tell_echecs.messagerie_id;
  v_sis_keys := array(
    select h.sis_key from request.homes h where tell_echecs.sis_key in (h.sis_key, '*') order by h.sis_key);
  perform request.open(null, tell_echecs.sis_key, array['sis.config'], null);
  select array_agg(m.id order by m.id), max(concat_ws(E'\n', nullif(m.sujet, ''), nullif(m.raison, '')))
    into v_messages, v_detail
    from app.messages m
   where m.sis_key = tell_echecs.sis_key
     and m.messagerie_id = tell_echecs.messagerie_id
     and m.etat = 'failed'
     and m.id > v_releve.echec_dit_id
     -- Longer than the queue may be down. After an upgrade, old messages are not announced.
     and m.created_at > now() - interval '7 days';
  if v_messages is null then
    return 0;
  end if;
  foreach v_sis_key in array v_sis_keys loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    continue when exists (select from auth.fermetures f where f.sis_key = v_sis_key and f.ferme_at is not null);
    select s.contenu_alerte = 'complet' and tell_echecs.sis_key <> '*' and cardinality(v_messages) = 1 into v_complet
      from app.sis s
     where s.sis_key = v_sis_key;
    v_told := v_told + app.tell_users(
      array(
        select u.id
          from auth.users u
         where exists (select from app.appareils a where a.sis_key = v_sis_key and a.user_id = u.id)
           and array['intervention.modification', 'sis.config'] && auth.permissions_in(u, v_sis_key)
      ),
      format('echec-%s-%s', tell_echecs.messagerie_id, v_messages[cardinality(v_messages)]), 'message_echoue',
      jsonb_build_object(
        'titre', case when cardinality(v_messages) = 1 then 'E-mail illisible' else format('%s e-mails illisibles', cardinality(v_messages)) end,
        'texte', concat_ws(E'\n', case when v_complet then v_detail end, 'Vérifiez auprès de la centrale s’il y a une alarme.'),
        'lien', '/tableau/messages'));
    if tell_echecs.sis_key = '*' then
      -- The newest: people who write to the mailbox of all must not make rows by the number of mails and SIS.
      perform app.tell_webhooks('message_echoue', jsonb_build_object('messagerie_id', 'instance', 'message_id', m), '{}')
         from unnest(v_messages[greatest(1, cardinality(v_messages) - 19):]) m;
    end if;
  end loop;
  update jobs.releves r
     set echec_dit_id = v_messages[cardinality(v_messages)], echec_dit_at = now()
   where r.sis_key = tell_echecs.sis_key and r.messagerie_id = tell_echecs.messagerie_id;
  perform request.open(null, null, null, null);
  return v_told;
end;
$$;
comment on function jobs.tell_echecs(text, bigint) is
  'Announces messages of a mailbox that could not be read to the devices of those who hold intervention.modification or sis.config in each SIS that it serves here, and the 20 newest of the instance''s mailbox to the webhooks too. Returns how many devices. Definer: visits every SIS, each under its own policies.';
grant execute on function jobs.tell_echecs(text, bigint) to caserne_worker;

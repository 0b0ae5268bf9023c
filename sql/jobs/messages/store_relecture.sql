-- The row is locked: when two workers have read the same message, the second finds it settled.
create or replace function jobs.store_relecture(message json, contenu bytea, report json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_read app.messages := json_populate_record(null::app.messages, message);
  v_message app.messages;
  v_nom text;
  v_other text[];
  v_own text;
  v_report json := report;
begin
  perform request.open(null, v_read.sis_key, array['sis.config'], null);
  select * into v_message
    from app.messages m
   where m.sis_key = v_read.sis_key and m.id = v_read.id and m.etat = 'received'
     for update;
  if not found then
    return json_build_object('nouveau', false);
  end if;

  v_read.message_id := case when length(v_read.message_id) <= 500 then v_read.message_id end;
  v_own := coalesce(v_read.message_id, v_read.sha256, v_message.message_id, v_message.sha256);
  v_read.messagerie_id := v_message.messagerie_id;
  if jobs.is_reused(v_read) then
    v_report := jobs.add_avertissement(report, 'Son Message-ID est déjà celui d’un autre message.');
    v_read.message_id := null;
  end if;
  v_nom := coalesce(v_read.message_id, v_read.sha256);
  v_other := case
    -- A mailbox that was replaced may have another message under the same number.
    when v_message.contenu is null and v_message.taille > 0 and v_nom <> coalesce(v_message.message_id, v_message.sha256)
      and v_read.sha256 <> v_message.sha256
    then array['failed', 'Le message n’est plus dans la messagerie.']
    -- A message that its server withheld had no name yet. It may turn out to be known from elsewhere.
    when exists (
      select
        from app.messages m
       where m.sis_key = v_message.sis_key and m.messagerie_id = v_message.messagerie_id and m.id <> v_message.id
         and coalesce(m.message_id, m.sha256) = v_nom
    )
    then array['ignored', 'Ce message est déjà connu.']
  end;

  -- A message that was just fetched still looks new in the mailbox. The next relève marks it.
  if (message ->> 'marquer')::boolean and v_message.contenu is null and v_other[1] is distinct from 'failed' then
    insert into jobs.marquages (sis_key, messagerie_id, uidvalidity, uid)
    values (v_message.sis_key, v_message.messagerie_id, v_message.uidvalidity, v_message.uid)
    on conflict do nothing;
    perform jobs.ask_releve(v_message.sis_key, v_message.messagerie_id);
  end if;

  if v_other is not null then
    update app.messages m
       set etat = v_other[1], raison = v_other[2], tentatives = m.tentatives + 1
     where m.sis_key = v_message.sis_key and m.id = v_message.id
    returning * into v_message;
    return jobs.settle_message(v_message, null, v_own);
  end if;

  update app.messages m
     set etat = v_read.etat, raison = coalesce(v_read.raison, ''), tentatives = m.tentatives + 1,
         message_id = case when v_nom is null then m.message_id else v_read.message_id end,
         sha256 = coalesce(v_read.sha256, m.sha256), corps = coalesce(v_read.corps, m.corps),
         expediteur = coalesce(left(v_read.expediteur, 500), m.expediteur), sujet = coalesce(left(v_read.sujet, 1000), m.sujet),
         date = coalesce(v_read.date, m.date), taille = coalesce(v_read.taille, m.taille),
         contenu = coalesce(store_relecture.contenu, m.contenu)
   where m.sis_key = v_message.sis_key and m.id = v_message.id
  returning * into v_message;
  return jobs.settle_message(v_message, v_report, v_own);
end;
$$;
comment on function jobs.store_relecture(json, bytea, json) is
  'Stores the result of a relecture, with the same result as jobs.store_message, or {nouveau: false} when another worker was faster; message: {sis_key, id, etat, raison}, where it was read its header fields and marquer. Definer: the worker holds no right on any table.';
grant execute on function jobs.store_relecture(json, bytea, json) to caserne_worker;

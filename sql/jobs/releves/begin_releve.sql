create or replace function jobs.begin_releve(sis_key text, messagerie_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_releve jobs.releves;
  v_messagerie app.messageries;
begin
  update jobs.releves r set started_at = clock_timestamp(), outdated = false
   where r.sis_key = begin_releve.sis_key and r.messagerie_id = begin_releve.messagerie_id
  returning * into v_releve;
  -- The mails of a SIS that lives elsewhere are read there: without a request its mailbox is not found.
  if request.is_home(v_releve.sis_key) then
    perform request.open(null, v_releve.sis_key, array['sis.config'], null);
  end if;
  select * into v_messagerie
    from app.messageries b
   where b.sis_key = v_releve.sis_key and b.id = v_releve.messagerie_id and b.active
     and not (v_releve.bloquee and v_releve.next_try_at > clock_timestamp())
     -- The mails of a closed SIS wait in its mailbox, for the instance that it moves to.
     and not exists (select from auth.fermetures f where f.sis_key = b.sis_key and f.ferme_at is not null);
  if not found then
    -- Nothing is read, so nobody should wait for this relève.
    update jobs.releves r set finished_at = clock_timestamp()
     where r.sis_key = begin_releve.sis_key and r.messagerie_id = begin_releve.messagerie_id;
    return null;
  end if;
  -- A UID means nothing under another UIDVALIDITY. Its message counts as new there and is noted again.
  delete from jobs.marquages m
   where m.sis_key = begin_releve.sis_key and m.messagerie_id = begin_releve.messagerie_id
     and m.uidvalidity is distinct from v_releve.uidvalidity;
  return json_build_object(
    'messagerie_id', v_messagerie.id, 'sis_key', v_messagerie.sis_key, 'host', v_messagerie.host, 'port', v_messagerie.port,
    'securite', v_messagerie.securite, 'utilisateur', v_messagerie.utilisateur, 'mot_de_passe', encode(v_messagerie.mot_de_passe, 'base64'),
    'dossier', v_messagerie.dossier, 'dossier_traite', v_messagerie.dossier_traite, 'expediteurs', to_json(v_messagerie.expediteurs),
    'lire_depuis', v_messagerie.lire_depuis,
    'uidvalidity', v_releve.uidvalidity, 'last_uid', v_releve.last_uid,
    'a_marquer', array(
      select m.uid from jobs.marquages m
       where m.sis_key = begin_releve.sis_key and m.messagerie_id = begin_releve.messagerie_id
         and m.next_try_at <= clock_timestamp()
       order by m.uid)
  );
end;
$$;
comment on function jobs.begin_releve(text, bigint) is
  'Begins a relève: settings of the mailbox (password sealed, base64), read position, and UIDs still to be marked; null when the mailbox is inactive, blocked or gone, or its SIS closed or at home elsewhere. Definer: the worker holds no right on any table.';
grant execute on function jobs.begin_releve(text, bigint) to caserne_worker;

-- The instance has one mailbox, taken from the configuration. Its row stays the same when the server changes, so that
-- the ledger still knows what was read. Definer: the worker calls this at its start and holds no right on any table.
create or replace function jobs.set_instance_messagerie(messagerie json, mot_de_passe bytea) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_messagerie app.messageries := json_populate_record(null::app.messageries, messagerie);
  v_id bigint;
begin
  perform request.open(null, '*', array['sis.config'], null);
  -- Several workers may start at once.
  perform request.lock('jobs.set_instance_messagerie');
  update app.messageries b
     set host = v_messagerie.host, port = v_messagerie.port, securite = v_messagerie.securite, utilisateur = v_messagerie.utilisateur,
         mot_de_passe = set_instance_messagerie.mot_de_passe, dossier = v_messagerie.dossier,
         dossier_traite = v_messagerie.dossier_traite, expediteurs = v_messagerie.expediteurs, active = true,
         lire_depuis = coalesce(v_messagerie.lire_depuis, b.lire_depuis), updated_at = now()
   where b.sis_key = '*'
  returning b.id into v_id;
  if v_id is null then
    insert into app.messageries (host, port, securite, utilisateur, mot_de_passe, dossier, dossier_traite, expediteurs, lire_depuis)
    values (v_messagerie.host, v_messagerie.port, v_messagerie.securite, v_messagerie.utilisateur, set_instance_messagerie.mot_de_passe,
            v_messagerie.dossier, v_messagerie.dossier_traite, v_messagerie.expediteurs,
            coalesce(v_messagerie.lire_depuis, now() - interval '1 day'))
    returning id into v_id;
  end if;
  return v_id;
end;
$$;
comment on function jobs.set_instance_messagerie(json, bytea) is
  'Sets the instance''s mailbox to the configuration {host, port, securite, utilisateur, dossier, dossier_traite, expediteurs, lire_depuis (null: unchanged, at first one day ago)} and a sealed password, and returns its id. Definer: the worker holds no right on any table.';
grant execute on function jobs.set_instance_messagerie(json, bytea) to caserne_worker;

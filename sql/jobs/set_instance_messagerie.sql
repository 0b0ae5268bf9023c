-- No grant: for the start command, run as the owner. The instance has one mailbox, as the configuration has it; it stays the
-- same row when its server moves, so that its ledger goes on telling what was read.
create or replace function jobs.set_instance_messagerie(messagerie json, mot_de_passe bytea) returns bigint
  language plpgsql volatile set search_path = ''
as $$
declare
  v_boite app.messageries := json_populate_record(null::app.messageries, messagerie);
  v_id bigint;
begin
  perform request.open(null, '*', array['sis.config'], null);
  update app.messageries b
     set host = v_boite.host, port = v_boite.port, securite = v_boite.securite, utilisateur = v_boite.utilisateur,
         mot_de_passe = set_instance_messagerie.mot_de_passe, dossier = v_boite.dossier,
         dossier_traite = v_boite.dossier_traite, expediteurs = v_boite.expediteurs, active = true, updated_at = now()
   where b.sis_key = '*'
  returning b.id into v_id;
  if v_id is null then
    insert into app.messageries (host, port, securite, utilisateur, mot_de_passe, dossier, dossier_traite, expediteurs)
    values (v_boite.host, v_boite.port, v_boite.securite, v_boite.utilisateur, set_instance_messagerie.mot_de_passe,
            v_boite.dossier, v_boite.dossier_traite, v_boite.expediteurs)
    returning id into v_id;
  end if;
  return v_id;
end;
$$;
comment on function jobs.set_instance_messagerie(json, bytea) is
  'Makes the instance''s own mailbox what the configuration says: its id. {host, port, securite, utilisateur, dossier, dossier_traite, expediteurs}; the password comes sealed.';

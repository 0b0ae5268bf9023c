-- No grant: for the start command, run as the owner, which keeps the instance's own mailbox as the configuration has it.
create or replace function jobs.save_messagerie(sis text, messagerie json, mot_de_passe bytea) returns bigint
  language plpgsql volatile set search_path = ''
as $$
declare
  v_boite app.messageries := json_populate_record(null::app.messageries, messagerie);
  v_id bigint;
begin
  perform request.open(null, sis, array['sis.config'], null);
  insert into app.messageries (host, port, securite, utilisateur, mot_de_passe, dossier, dossier_traite, expediteurs)
  values (v_boite.host, v_boite.port, v_boite.securite, v_boite.utilisateur, save_messagerie.mot_de_passe,
          v_boite.dossier, v_boite.dossier_traite, v_boite.expediteurs)
  on conflict (sis_key, host, port, utilisateur, dossier) do update
     set securite = excluded.securite, mot_de_passe = excluded.mot_de_passe, dossier_traite = excluded.dossier_traite,
         expediteurs = excluded.expediteurs, active = true, updated_at = now()
  returning id into v_id;
  return v_id;
end;
$$;
comment on function jobs.save_messagerie(text, json, bytea) is
  'Creates or updates a mailbox of a SIS (''*'': of the instance) by host, port, user and folder: its id. The password comes sealed.';

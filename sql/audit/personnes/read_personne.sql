-- One key per table of audit.donnees_personnelles, each with whole rows: a column that is added to a table is in it. What
-- opens an account (password, tokens) is left out. Entries of the journal that the person made are listed without the
-- values that they changed, which concern others.
create or replace function audit.read_personne(sis_key text, sapeur_id bigint, user_id bigint) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'app.sapeurs', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.sapeurs t where t.sis_key = read_personne.sis_key and t.id = read_personne.sapeur_id),
    'app.particularites', (select coalesce(jsonb_agg(to_jsonb(t) order by t.sis_key), '[]')
        from app.particularites t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.salaires', (select coalesce(jsonb_agg(to_jsonb(t) order by t.sis_key), '[]')
        from app.salaires t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.telephones', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.telephones t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.mutations', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.mutations t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.sapeur_fonctions', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.sapeur_fonctions t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.sapeur_grades', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.sapeur_grades t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.sapeur_permis', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.sapeur_permis t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.groupe_sapeurs', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.groupe_sapeurs t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.materiel_personnel', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.materiel_personnel t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.exercice_sapeurs', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.exercice_sapeurs t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.exercice_heures', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.exercice_heures t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.intervention_sapeurs', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.intervention_sapeurs t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.intervention_quittances', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.intervention_quittances t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.intervention_jalons', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.intervention_jalons t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.intervention_missions', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.intervention_missions t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.interventions', (select coalesce(jsonb_agg(jsonb_build_object('sis_key', t.sis_key, 'id', t.id, 'numero', t.numero, 'date_debut', t.date_debut, 'sapeur_id', t.sapeur_id) order by t.id), '[]')
        from app.interventions t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.alarme_personnes', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.alarme_personnes t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.reponses_alarmes', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.reponses_alarmes t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.calendriers', (select coalesce(jsonb_agg(to_jsonb(t) - 'token_hash' order by t.id), '[]')
        from app.calendriers t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.indisponibilites', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.indisponibilites t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.piquets', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.piquets t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.envois', (select coalesce(jsonb_agg(to_jsonb(t) - array['contenu', 'token_hash'] order by t.id), '[]')
        from app.envois t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.ecritures', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.ecritures t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.paiements', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from app.paiements t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'audit.identites_paie', (select coalesce(jsonb_agg(to_jsonb(t) order by t.sis_key), '[]')
        from audit.identites_paie t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.sis', (select coalesce(jsonb_agg(jsonb_build_object('sis_key', t.sis_key, 'sapeur_id', t.sapeur_id) order by t.sis_key), '[]')
        from app.sis t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'auth.users', (select coalesce(jsonb_agg(to_jsonb(t) - 'password_hash' order by t.id), '[]')
        from auth.users t where t.id = read_personne.user_id),
    'auth.sapeurs', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from auth.sapeurs t where t.sis_key = read_personne.sis_key and t.id = read_personne.sapeur_id),
    'auth.memberships', (select coalesce(jsonb_agg(to_jsonb(t) order by t.sis_key), '[]')
        from auth.memberships t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'app.appareils', (select coalesce(jsonb_agg(to_jsonb(t) - array['abonnement', 'empreinte'] order by t.id), '[]')
        from app.appareils t where t.sis_key = read_personne.sis_key and t.user_id = read_personne.user_id),
    'app.webhooks', (select coalesce(jsonb_agg(to_jsonb(t) - array['echec_depuis', 'raison', 'secret', 'updated_at', 'url', 'version'] order by t.id), '[]')
        from app.webhooks t where t.sis_key = read_personne.sis_key and t.user_id = read_personne.user_id),
    'auth.user_roles', (select coalesce(jsonb_agg(to_jsonb(t) order by t.role_id), '[]')
        from auth.user_roles t where t.sis_key = read_personne.sis_key and t.user_id = read_personne.user_id),
    'auth.invitations', (select coalesce(jsonb_agg(to_jsonb(t) - 'created_by' order by t.id), '[]')
        from auth.invitations t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id),
    'auth.sessions', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
        from auth.sessions t where t.user_id = read_personne.user_id),
    'auth.refresh_tokens', (select coalesce(jsonb_agg(to_jsonb(t) - 'token_hash' order by t.issued_at), '[]')
        from auth.refresh_tokens t where t.session_id in (select s.id from auth.sessions s where s.user_id = read_personne.user_id)),
    'auth.tokens', (select coalesce(jsonb_agg(to_jsonb(t) - array['invitation_id', 'sis_key', 'token_hash'] order by t.expires_at), '[]')
        from auth.tokens t where t.user_id = read_personne.user_id),
    'request.reponses', (select coalesce(jsonb_agg(to_jsonb(t) - array['empreinte', 'version_reponse'] order by t.created_at), '[]')
        from request.reponses t where t.sis_key = read_personne.sis_key and t.user_id = read_personne.user_id),
    'audit.journal', (
      select coalesce(jsonb_agg(to_jsonb(j) order by j.id), '[]')
        from audit.journal j
        join audit.lignes_du_journal(read_personne.sis_key, read_personne.sapeur_id) l
          on l.ressource = j.ressource and l.ligne_id = j.ligne_id
       where j.sis_key = read_personne.sis_key
    ),
    'mes_modifications', (
      select coalesce(jsonb_agg(to_jsonb(j) - array['avant', 'apres'] order by j.id), '[]')
        from audit.journal j
       where j.sis_key = read_personne.sis_key and j.user_id = read_personne.user_id
    ),
    'mails_en_attente', audit.list_mails(read_personne.sis_key, read_personne.sapeur_id, read_personne.user_id)
  )
$$;
comment on function audit.read_personne(text, bigint, bigint) is
  'All that is stored of a sapeur and his account, by table; mes_modifications: what he changed, without values; mails_en_attente: mails to him in the queue.';
-- Not granted: api.get_mes_donnees calls it.

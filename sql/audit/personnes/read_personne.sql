-- One key per table of audit.donnees_personnelles with rows of people. Those of a SIS follow from the lines of their
-- tables. What opens an account (password, tokens) is left out. Entries of the journal that the person made are listed
-- without the values that they changed, which concern others.
create or replace function audit.read_personne(sis_key text, sapeur_id bigint, user_id bigint) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_object_agg(d.nom, d.lignes)
    from (
      values
        ('audit.identites_paie', (select coalesce(jsonb_agg(to_jsonb(t) order by t.sis_key), '[]')
            from audit.identites_paie t where t.sis_key = read_personne.sis_key and t.sapeur_id = read_personne.sapeur_id)),
        ('auth.users', (select coalesce(jsonb_agg(to_jsonb(t) - 'password_hash' order by t.id), '[]')
            from auth.users t where t.id = read_personne.user_id)),
        ('auth.sessions', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')
            from auth.sessions t where t.user_id = read_personne.user_id)),
        ('auth.refresh_tokens', (select coalesce(jsonb_agg(to_jsonb(t) - 'token_hash' order by t.issued_at), '[]')
            from auth.refresh_tokens t where t.session_id in (select s.id from auth.sessions s where s.user_id = read_personne.user_id))),
        ('auth.tokens', (select coalesce(jsonb_agg(to_jsonb(t) - array['invitation_id', 'sis_key', 'token_hash'] order by t.expires_at), '[]')
            from auth.tokens t where t.user_id = read_personne.user_id)),
        ('request.reponses', (select coalesce(jsonb_agg(to_jsonb(t) - array['empreinte', 'version_reponse'] order by t.created_at), '[]')
            from request.reponses t where t.sis_key = read_personne.sis_key and t.user_id = read_personne.user_id)),
        ('audit.journal', (
          select coalesce(jsonb_agg(to_jsonb(j) order by j.id), '[]')
            from audit.journal j
            join audit.lignes_du_journal(read_personne.sis_key, read_personne.sapeur_id) l
              on l.ressource = j.ressource and l.ligne_id = j.ligne_id
           where j.sis_key = read_personne.sis_key
        )),
        ('mes_modifications', (
          select coalesce(jsonb_agg(to_jsonb(j) - array['avant', 'apres'] order by j.id), '[]')
            from audit.journal j
           where j.sis_key = read_personne.sis_key and j.user_id = read_personne.user_id
        )),
        ('mails_en_attente', audit.list_mails(read_personne.sis_key, read_personne.sapeur_id, read_personne.user_id)),
        --!each person of a SIS
    ) as d (nom, lignes)
$$;
comment on function audit.read_personne(text, bigint, bigint) is
  'All that is stored of a sapeur and their account, by table; mes_modifications: what they changed, without values; mails_en_attente: mails to them in the queue.';
-- Not granted: api.get_mes_donnees calls it.

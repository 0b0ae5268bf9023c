create or replace function jobs.begin_mail_envoi(sis_key text, envoi_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_envoi app.envois;
  v_mail json;
  v_raison text;
begin
  perform request.open(null, sis_key, array['sis.config', 'intervention.lecture'], null);
  select * into v_envoi
    from app.envois e
   where e.sis_key = begin_mail_envoi.sis_key and e.id = envoi_id and e.etat = 'attente';
  if not found then
    return null;
  end if;
  if v_envoi.created_at <= now() - interval '30 minutes' then
    v_raison := 'Le mail n’a pas pu être remis à temps.';
  else
    select json_build_object(
             'genre', v_envoi.evenement, 'email', u.email, 'name', u.name,
             'sis', (select s.nom from auth.sis s where s.api_key = v_envoi.sis_key),
             'lot', v_envoi.lot, 'appareil_id', a.id, 'lien', c.contenu ->> 'lien',
             'titre', c.contenu ->> 'titre', 'texte', c.contenu ->> 'texte')
      into v_mail
      from app.appareils a
      join auth.users u on u.id = a.user_id and u.disabled_at is null and u.email_verified_at is not null
     cross join lateral (
       select case
                when v_envoi.alarme_id is null then v_envoi.contenu
                else (select app.contenu_alarme(l) from app.alarmes l where l.sis_key = v_envoi.sis_key and l.id = v_envoi.alarme_id)
              end as contenu
     ) c
     where a.sis_key = v_envoi.sis_key
       and a.id = v_envoi.appareil_id
       and a.actif;
    v_raison := case when v_mail is null then 'L’appareil est désactivé ou retiré.' end;
  end if;
  if v_raison is not null then
    update app.envois e
       set etat = 'echec', contenu = null, raison = v_raison
     where e.sis_key = v_envoi.sis_key and e.id = v_envoi.id;
  end if;
  return v_mail;
end;
$$;
comment on function jobs.begin_mail_envoi(text, bigint) is
  'The mail to a device that is an e-mail: {genre, email, name, sis, lot, appareil_id, lien, titre, texte}; null when it was sent, is too late, or has no addressee, which the ledger then says. Definer: the worker holds no right on any table.';
grant execute on function jobs.begin_mail_envoi(text, bigint) to caserne_worker;

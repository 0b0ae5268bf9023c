-- How much a message says is the choice of the SIS, as for alarms (app.contenu_alarme).
create or replace function jobs.tell_manque(manque app.manques_annonces) returns void
  language plpgsql volatile
as $$
declare
  v_requis app.effectif_requis;
  v_texte text := '';
begin
  select r.* into v_requis
    from app.effectif_requis r
   where r.sis_key = manque.sis_key and r.id = manque.effectif_requis_id;
  select format(
           '%s : %s sur %s, du %s au %s', v_requis.designation, manque.disponibles, v_requis.minimum,
           to_char(manque.debut at time zone s.fuseau, 'DD.MM.YYYY HH24:MI'), to_char(manque.fin at time zone s.fuseau, 'DD.MM.YYYY HH24:MI'))
    into v_texte
    from app.sis s
   where s.sis_key = manque.sis_key and s.contenu_alerte = 'complet';
  perform app.tell_users(
    array(
      select u.id
        from auth.users u
       where exists (select from app.appareils a where a.sis_key = manque.sis_key and a.user_id = u.id)
         and 'sapeur.modification' = any (auth.permissions_in(u, manque.sis_key))
    ),
    'effectif-' || manque.id, 'effectif',
    jsonb_build_object('titre', 'Effectif insuffisant', 'texte', coalesce(v_texte, ''), 'lien', '/tableau/equipe'));
  perform app.tell_webhooks(
    'effectif',
    jsonb_build_object(
      'effectif_requis_id', v_requis.id, 'minimum', v_requis.minimum, 'disponibles', manque.disponibles,
      'debut', request.utc(manque.debut), 'fin', request.utc(manque.fin)),
    jsonb_build_object('designation', v_requis.designation));
end;
$$;
comment on function jobs.tell_manque(app.manques_annonces) is
  'Tells a shortfall of the request''s SIS to the devices of those who hold sapeur.modification, and to webhooks.';

-- A push service and a mail server belong to others, so by default they learn only that there is an alarm.
create or replace function app.contenu_alarme(alarme app.alarmes) returns jsonb
  language sql stable
as $$
  select case s.contenu_alerte
           when 'complet' then jsonb_build_object(
             'titre', left(concat_ws(' ', case when alarme.test then 'TEST' end, alarme.type, nullif(alarme.code, '')), 200),
             'texte', left(concat_ws(E'\n', nullif(alarme.adresse, ''), nullif(alarme.complement, ''), nullif(alarme.description, ''),
                                    case when alarme.incomplet then alarme.avertissements[1] end), 1000))
           else jsonb_build_object('titre', case when alarme.test then 'TEST Alarme' else 'Alarme' end,
                                   'texte', case when alarme.incomplet then 'Rapport incomplet.' else '' end)
         end
    from app.sis s
   where s.sis_key = alarme.sis_key
$$;
comment on function app.contenu_alarme(app.alarmes) is
  'Content of messages about an alarm, {titre, texte}, by contenu_alerte of the SIS.';

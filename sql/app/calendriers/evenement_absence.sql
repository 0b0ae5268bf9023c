-- The rule is rewritten with the end that counts here, in UTC: without one, other programs would go on for ever.
create or replace function app.evenement_absence(
  indisponibilite app.indisponibilites, fuseau text, created_at timestamptz, modifie_at timestamptz
) returns jsonb
  language sql stable
as $$
  select jsonb_build_object(
    'uid', 'absence-' || indisponibilite.id || '@' || indisponibilite.sis_key,
    'genre', 'absence',
    'titre', indisponibilite.motif,
    'debut', app.moment_calendrier(indisponibilite.debut, fuseau),
    'fin', app.moment_calendrier(indisponibilite.fin, fuseau),
    'annule', false,
    'lieu', '',
    'texte', '',
    'categorie', '',
    'recurrence', (
      select concat_ws(
               ';',
               'FREQ=' || r.frequence,
               'INTERVAL=' || nullif(r.pas, 1),
               'BYDAY=' || (
                 select string_agg((array['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])[j], ',' order by j) from unnest(r.jours) as j
               ),
               'UNTIL=' || to_char(
                 request.instant_of(indisponibilite.dernier_jour - (l.fin::date - l.debut::date) + l.debut::time, fuseau) at time zone 'UTC',
                 'YYYYMMDD"T"HH24MISS"Z"')
             )
        from app.read_recurrence(indisponibilite.recurrence, fuseau) r
       where indisponibilite.recurrence is not null
    ),
    'created_at', request.utc(coalesce(created_at, indisponibilite.debut)),
    'modifie_at', request.utc(coalesce(modifie_at, indisponibilite.debut))
  )
    from (
      select date_trunc('second', indisponibilite.debut at time zone fuseau),
             date_trunc('second', indisponibilite.fin at time zone fuseau)
    ) as l (debut, fin)
$$;
comment on function app.evenement_absence(app.indisponibilites, text, timestamptz, timestamptz) is
  'A period in which a sapeur cannot come as an event of a calendar, with its rule of repetition; its times are local times of the time zone.';

create or replace function app.evenement_piquet(
  piquet app.piquets, groupe text, fonction text, fuseau text, created_at timestamptz, modifie_at timestamptz
) returns jsonb
  language sql stable
as $$
  select jsonb_build_object(
    'uid', 'piquet-' || piquet.id || '@' || piquet.sis_key,
    'genre', 'piquet',
    'titre', concat_ws(', ', groupe, fonction),
    'debut', app.moment_calendrier(piquet.debut, fuseau),
    'fin', app.moment_calendrier(piquet.fin, fuseau),
    'annule', false,
    'lieu', '',
    'texte', '',
    'categorie', '',
    'created_at', request.utc(coalesce(created_at, piquet.debut)),
    'modifie_at', request.utc(coalesce(modifie_at, piquet.debut))
  )
$$;
comment on function app.evenement_piquet(app.piquets, text, text, text, timestamptz, timestamptz) is
  'A standby as an event of a calendar, with the names of its group and function; its times are local times of the time zone.';

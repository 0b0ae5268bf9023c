create or replace function app.periode_presences(intervention app.interventions) returns tstzrange
  language sql stable
as $$
  select tstzrange(
           (intervention.date_debut + intervention.heure_debut) at time zone app.fuseau() - interval '24 hours',
           (intervention.date_fin + intervention.heure_fin) at time zone app.fuseau() + interval '24 hours',
           '[]')
$$;
comment on function app.periode_presences(app.interventions) is
  'The period in which presences at an intervention lie, if no report says otherwise: up to a day before and after it.';
grant execute on function app.periode_presences(app.interventions) to caserne_api;

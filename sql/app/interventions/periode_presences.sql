create or replace function app.periode_presences(intervention app.interventions) returns tstzrange
  language sql stable
as $$
  select tstzrange(
           app.instant_debut(intervention) - interval '24 hours',
           app.instant_fin(intervention) + interval '24 hours',
           '[]')
$$;
comment on function app.periode_presences(app.interventions) is
  'The period in which presences at an intervention lie, if no report says otherwise: up to a day before and after it.';
grant execute on function app.periode_presences(app.interventions) to caserne_api;

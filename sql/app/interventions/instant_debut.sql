create or replace function app.instant_debut(intervention app.interventions) returns timestamptz
  language sql stable
as $$
  select request.instant_of(intervention.date_debut + intervention.heure_debut, app.fuseau(), intervention.debut_repete)
$$;
comment on function app.instant_debut(app.interventions) is
  'The instant at which an intervention began.';
grant execute on function app.instant_debut(app.interventions) to caserne_api;

create or replace function app.instant_fin(intervention app.interventions) returns timestamptz
  language sql stable
as $$
  select request.instant_of(intervention.date_fin + intervention.heure_fin, app.fuseau(), intervention.fin_repete)
$$;
comment on function app.instant_fin(app.interventions) is
  'The instant at which an intervention ended.';
grant execute on function app.instant_fin(app.interventions) to caserne_api;

create or replace function app.debut_intervention(intervention_id bigint) returns timestamptz
  language sql stable
as $$
  select app.instant_debut(i)
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = debut_intervention.intervention_id
$$;
comment on function app.debut_intervention(bigint) is
  'The instant at which an intervention of the caller''s SIS began. Its missions, phases and jalons are not earlier.';
grant execute on function app.debut_intervention(bigint) to caserne_api;

-- Who may not see interventions is told no zeros: he would take them for figures. Analysts open no request; what they see, their grants say.
-- begin atomic: parsed when it is made. Analysts, who ask it by way of stats, may not use names of request.
create or replace function stats.voit_interventions(sis_key text) returns boolean
  language sql stable
begin atomic
  select request.sis_key() is null
      or sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture');
end;
comment on function stats.voit_interventions(text) is
  'Whether the caller may count the interventions of a SIS: the permissions are those of the policy app.interventions.lecture.';
grant execute on function stats.voit_interventions(text) to caserne_api, caserne_analyst, caserne_national;

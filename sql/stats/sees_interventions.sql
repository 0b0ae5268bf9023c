-- A caller who may not see interventions gets no row: zeros would look like figures. Analysts open no request, and
-- their grants decide what they see. begin atomic parses the body when the function is made: analysts call it through
-- views of stats and may not use names of request.
create or replace function stats.sees_interventions(sis_key text) returns boolean
  language sql stable
begin atomic
  select request.sis_key() is null
      or sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture');
end;
comment on function stats.sees_interventions(text) is
  'Whether the caller may count interventions of a SIS. The permissions are those of the policy app.interventions.lecture.';
grant execute on function stats.sees_interventions(text) to caserne_api, caserne_analyst, caserne_national;

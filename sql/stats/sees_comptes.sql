-- A caller who may not see accounts gets no row: sums of the own entries of a sapeur would look like those of the SIS.
-- Analysts open no request, and their grants decide what they see. begin atomic parses the body when the function is
-- made: analysts call it through views of stats and may not use names of request.
create or replace function stats.sees_comptes(sis_key text) returns boolean
  language sql stable
begin atomic
  select request.sis_key() is null
      or sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config');
end;
comment on function stats.sees_comptes(text) is
  'Whether the caller may see the accounts of a SIS. The permissions are those of the policy app.ecritures.lecture.';
grant execute on function stats.sees_comptes(text) to caserne_api, caserne_analyst, caserne_national;

create or replace function api.get_releve_state(demandes jsonb) returns json
  language sql stable security definer set search_path = ''
as $$
  select to_json(case when request.can('intervention.lecture') then jobs.releve_state(array[request.sis_key(), '*'], demandes)
                      else 'faite' end)
$$;
comment on function api.get_releve_state(jsonb) is
  'State of the relèves that api.ask_releve asked for (jobs.releve_state). Definer: relèves belong to the worker; nothing else of the mailboxes is shown.';
grant execute on function api.get_releve_state(jsonb) to caserne_api;

create or replace function api.get_releve_instance_state(demandes jsonb, sis_key text) returns json
  language sql stable security definer set search_path = ''
as $$
  select json_build_object(
           'etat', jobs.releve_state(array['*'], demandes),
           -- Earlier ones too: they may not have arrived yet.
           'reports', array(
             select r.nom from jobs.reports r where r.sis_keys @> array[get_releve_instance_state.sis_key] order by r.message_id))
$$;
comment on function api.get_releve_instance_state(jsonb, text) is
  'State of the relève that api.ask_releve_instance asked for, and the names of the mails for a SIS of another cell that are kept: {etat, reports}. Definer: relèves belong to the worker; of reports only names are shown.';
grant execute on function api.get_releve_instance_state(jsonb, text) to caserne_api;

create or replace function api.has_reports(reports text[]) returns json
  language sql stable security definer set search_path = ''
as $$
  select to_json(
           -- Reports wait while a SIS is closed.
           exists (select from auth.fermetures f where f.sis_key = request.sis_key() and f.ferme_at is not null)
           or not exists (
             select
               from unnest(reports) as r (nom)
              where not exists (select from jobs.report_parts p where (p.sis_key, p.nom) = (request.sis_key(), r.nom))))
$$;
comment on function api.has_reports(text[]) is
  'Whether the caller''s SIS has its alarms of these reports, as far as they can be made. Definer: reports belong to the worker; nothing of them is shown.';
grant execute on function api.has_reports(text[]) to caserne_api;

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
           -- Of the last while too: what was just read may be on its way.
           'rapports', array(
             select r.message_id
               from jobs.rapports r
              where get_releve_instance_state.sis_key = any (r.sis_keys)
                and r.created_at > clock_timestamp() - interval '1 minute'
              order by r.message_id))
$$;
comment on function api.get_releve_instance_state(jsonb, text) is
  'State of the relève that api.ask_releve_instance asked for, and the reports for a SIS of another cell that were read a moment ago: {etat, rapports}. Definer: relèves belong to the worker; only ids of reports are shown.';
grant execute on function api.get_releve_instance_state(jsonb, text) to caserne_api;

create or replace function api.has_rapports(rapports bigint[]) returns json
  language sql stable security definer set search_path = ''
as $$
  select to_json(not exists (
           select
             from unnest(rapports) wanted
             left join jobs.rapports r on r.message_id = wanted
            where not exists (select from jobs.rapport_parts p where (p.sis_key, p.nom) = (request.sis_key(), r.nom))))
$$;
comment on function api.has_rapports(bigint[]) is
  'Whether these reports have arrived in this cell and the caller''s SIS has its alarms of them. Definer: reports belong to the worker; nothing of them is shown.';
grant execute on function api.has_rapports(bigint[]) to caserne_api;

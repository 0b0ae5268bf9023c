create or replace function app.set_saisie(intervention_id bigint, alarme_id bigint, local_uuid uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform request.require('intervention.modification');
  update app.interventions i
     set statut = app.intervention_saisie(),
         alarme_id = coalesce(i.alarme_id, set_saisie.alarme_id),
         local_uuid = coalesce(i.local_uuid, set_saisie.local_uuid)
   where i.sis_key = request.sis_key()
     and i.id = set_saisie.intervention_id
     and i.statut < app.intervention_validee();
  update app.alarmes a
     set intervention_id = set_saisie.intervention_id, intervention_refus = '', validated = true
   where a.sis_key = request.sis_key()
     and a.id = set_saisie.alarme_id
     and coalesce(a.intervention_id, set_saisie.intervention_id) = set_saisie.intervention_id;
end;
$$;
comment on function app.set_saisie(bigint, bigint, uuid) is
  'Sets an intervention to saisi (1), with its alarm and the tablet''s id, and marks the alarm as seen to. PT403. Definer: clients may not write these columns.';
grant execute on function app.set_saisie(bigint, bigint, uuid) to caserne_api;

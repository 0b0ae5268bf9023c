-- Definer: clients may write neither statut nor validated_by, and validating needs no other permission.
create or replace function api.valider_intervention(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform request.require('intervention.validation');
  update app.interventions i
     set statut = app.intervention_validee(),
         validated_by = (select u.name from auth.users u where u.id = request.user_id()),
         validated_at = now()
   where i.sis_key = request.sis_key()
     and i.id = valider_intervention.id
     and i.statut = app.intervention_saisie();
  if not found then
    perform app.require_intervention(id);
    raise sqlstate 'PT409' using message = 'Seule une intervention saisie peut être validée';
  end if;
  update app.alarmes a
     set validated = true
   where a.sis_key = request.sis_key()
     and a.intervention_id = valider_intervention.id
     and not a.validated;
  return to_json(2);
end;
$$;
comment on function api.valider_intervention(bigint) is
  'Validates an intervention that is saisie, and its alarms, and returns its statut (2). PT404, PT409. Definer: clients may not write statut.';
grant execute on function api.valider_intervention(bigint) to caserne_api;

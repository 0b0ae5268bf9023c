-- Once, however often it is sent: of calls with one localUuid the first makes the intervention, the others wait for it and answer
-- it. They wait for the alarm where they name one, else for the accounting year (see create_intervention).
create or replace function api.create_intervention_complet(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_uuid uuid := body ->> 'localUuid';
  v_alarme app.alarmes := app.lock_alarme(coalesce(body #>> '{alarme,id}', body ->> 'alarme')::bigint);
  v_id bigint;
begin
  if not exists (select from app.interventions i where i.sis_key = request.sis_key() and i.local_uuid = v_uuid) then
    v_id := app.lock_brouillon(v_alarme);
    v_id := case
              when v_id is null then api.create_intervention(body)
              -- The end of one that an alarm made is but its beginning again.
              else api.update_intervention(v_id, '{"date_fin": null, "heure_fin": null}' || body)
            end ->> 'id';
    perform app.fill_intervention(v_id, v_alarme.id, body);
  end if;
  -- Nobody changes it between its answer and its ETag.
  perform
    from app.interventions i
   where i.sis_key = request.sis_key()
     and (i.id = v_id or i.local_uuid = v_uuid)
     for no key update;
  return (
    select json_build_object('nouvelle', v_id is not null, 'data', api.as_json(i, true))
      from app.interventions i
     where i.sis_key = request.sis_key()
       and (i.id = v_id or i.local_uuid = v_uuid)
  );
end;
$$;
comment on function api.create_intervention_complet(jsonb) is
  'An intervention with all that belongs to it, saisie at once: {nouvelle, data}; not nouvelle where an earlier call with its localUuid made it. PT409, PT422.';
grant execute on function api.create_intervention_complet(jsonb) to caserne_api;

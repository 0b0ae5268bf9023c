-- A report makes one intervention however often it is sent: of calls with one localUuid the first creates the
-- intervention, the others wait for it and return it. They wait for the alarm where the report names one, else for the
-- accounting year (see create_intervention).
create or replace function api.create_intervention_complet(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_corps jsonb := body -> 'corps';
  v_uuid uuid := coalesce(
    app.read_local_uuid(v_corps ->> 'localUuid'),
    -- Without one, the same body from the same account is the same report.
    md5(request.user_id()::text || (body ->> 'recu'))::uuid
  );
  v_alarme app.alarmes := app.lock_alarme(coalesce(v_corps #>> '{alarme,id}', v_corps ->> 'alarme')::bigint);
  v_intervention app.interventions := app.lock_rapportee(v_alarme);
  v_rapport app.rapports_tablette;
  v_avertissements text[] := array(select jsonb_array_elements_text(body -> 'avertissements'));
  v_corrections text[];
  v_later boolean;
begin
  select * into v_rapport from app.rapports_tablette r where r.sis_key = request.sis_key() and r.local_uuid = v_uuid;
  if not found then
    select * into v_corps, v_corrections from app.read_rapport(v_corps);
    v_later := v_intervention.statut > app.intervention_vide() or v_intervention.local_uuid is not null;
    if v_later then
      v_corrections := v_corrections || app.list_ecarts(v_intervention, v_corps);
    elsif v_intervention.id is not null then
      v_corrections := v_corrections || api.take_brouillon(v_intervention.id, v_corps);
    else
      v_intervention.id := (api.create_intervention(v_corps || jsonb_build_object('localUuid', v_uuid)) ->> 'id')::bigint;
    end if;
    if v_intervention.id is not null then
      v_avertissements := v_avertissements || v_corrections
        || app.fill_intervention(v_intervention.id, v_corps, case when v_later then 'suivant' else 'premier' end);
      if v_intervention.statut = app.intervention_validee()
        and (app.require_intervention(v_intervention.id)).statut < v_intervention.statut
      then
        v_avertissements := v_avertissements || 'L’intervention était validée ; ses heures ont changé, elle est à valider de nouveau'::text;
      end if;
      insert into app.rapports_tablette (intervention_id, local_uuid, avertissements, corps)
      values (v_intervention.id, v_uuid, v_avertissements, body -> 'recu')
      returning * into v_rapport;
      perform app.check_rapports(v_intervention.id);
      perform app.set_saisie(v_intervention.id, v_alarme.id, v_uuid);
      return api.rapport_json(v_rapport, not coalesce(v_later, false));
    end if;
    -- Another call with this localUuid has created the intervention meanwhile.
    select * into v_rapport from app.rapports_tablette r where r.sis_key = request.sis_key() and r.local_uuid = v_uuid;
  end if;
  -- Locked, so that nobody changes the intervention between its answer and its ETag.
  perform
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = v_rapport.intervention_id
     for no key update;
  return api.rapport_json(v_rapport, false);
end;
$$;
comment on function api.create_intervention_complet(jsonb) is
  'Stores a tablet''s report {corps, recu, avertissements}: creates the intervention with its rows, saisie at once, or adds the missing rows, and returns {nouvelle, data}. A repeated localUuid gets the intervention of the first report; so does, without one, a repeated body from the same account. PT409, PT422.';
grant execute on function api.create_intervention_complet(jsonb) to caserne_api;

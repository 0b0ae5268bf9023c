create or replace function app.fill_intervention(intervention_id bigint, alarme_id bigint, body jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_genre text;
begin
  if intervention_id is null then
    return;
  end if;
  -- What an alarm brought already, and the body brings again.
  delete from app.intervention_groupes g
   where g.sis_key = request.sis_key()
     and g.intervention_id = fill_intervention.intervention_id
     and (g.no, g.designation) in (
       select l.no, l.designation
         from jsonb_populate_recordset(null::app.intervention_groupes, nullif(body -> 'groupes', 'null')) l
     );
  foreach v_genre in array
    array['sapeurs', 'vehicules', 'materiel', 'materiels', 'groupes', 'missions', 'jalons', 'appels', 'quittances']
  loop
    perform app.write_lignes(v_genre, intervention_id, nullif(body -> v_genre, 'null'));
  end loop;
  perform app.set_saisie(intervention_id, alarme_id, (body ->> 'localUuid')::uuid);
end;
$$;
comment on function app.fill_intervention(bigint, bigint, jsonb) is
  'Adds to an intervention all that a body brings, and makes it saisie and that of an alarm; nothing for null. PT409, PT422.';
grant execute on function app.fill_intervention(bigint, bigint, jsonb) to caserne_api;

create or replace function api.repondre_alarme(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_sapeur_id bigint := coalesce((body ->> 'sapeur_id')::bigint, request.sapeur_id());
  v_source text := case when v_sapeur_id = request.sapeur_id() then 'application' else 'officier' end;
begin
  if v_sapeur_id is null then
    raise sqlstate 'PT403' using message = 'Votre compte n''est pas lié à un sapeur de ce SIS';
  end if;
  if v_source = 'officier' and not request.can('intervention.modification') then
    raise sqlstate 'PT403' using message = 'Permission requise pour répondre à la place d’un autre : intervention.modification';
  end if;
  return api.as_json(app.repondre_alarme(
    id, v_sapeur_id, body ->> 'reponse', (body ->> 'delai')::integer, body ->> 'remarque', v_source));
end;
$$;
comment on function api.repondre_alarme(bigint, jsonb) is
  'Answers an alarm {reponse, delai, remarque} for the calling sapeur, or for another with sapeur_id and intervention.modification. PT403, PT404, PT409 once the alarm is too old, PT422.';
grant execute on function api.repondre_alarme(bigint, jsonb) to caserne_api;

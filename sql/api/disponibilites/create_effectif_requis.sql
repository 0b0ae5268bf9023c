create or replace function api.create_effectif_requis(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_json json;
begin
  -- One at a time, because they are counted: each is looked at for every hour of a month.
  perform request.lock('api.create_effectif_requis ' || request.sis_key());
  if (select count(*) >= 100 from app.effectif_requis r where r.sis_key = request.sis_key()) then
    raise sqlstate 'PT409' using message = 'Un SIS a 100 effectifs requis au plus';
  end if;
  insert into app.effectif_requis (designation, minimum, porteur, fonction_id, permis_type_id, groupe_id, jours, heure_debut, heure_fin)
  select n.designation, n.minimum, n.porteur, n.fonction_id, n.permis_type_id, n.groupe_id, n.jours, n.heure_debut, n.heure_fin
    from app.read_effectif_requis(null, body) n
  returning api.as_json(effectif_requis) into v_json;
  return v_json;
end;
$$;
comment on function api.create_effectif_requis(jsonb) is
  'Adds a requirement (app.read_effectif_requis). PT409 for a designation that exists, and for a hundred and first, PT422.';
grant execute on function api.create_effectif_requis(jsonb) to caserne_api;

-- The hours are read by exercice, as in list_exercice_sapeurs: there are few of them, while those of a sapeur become
-- more each year.
create or replace function api.as_json(convocation app.exercice_sapeurs) returns json
  language sql stable
as $$
  select api.as_json(convocation, json_agg(api.as_json(h) order by h.id) filter (where h.sapeur_id = convocation.sapeur_id))
    from app.exercice_heures h
   where h.sis_key = convocation.sis_key
     and h.exercice_id = convocation.exercice_id
$$;
comment on function api.as_json(app.exercice_sapeurs) is
  'A convocation to an exercice on the wire, with the hours of its sapeur.';
grant execute on function api.as_json(app.exercice_sapeurs) to caserne_api;

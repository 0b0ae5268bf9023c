create or replace function api.create_sapeur(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_id bigint := app.add_sapeur(body);
begin
  return app.add_homonymes(
    request.add_avertissements(api.get_sapeur(v_id), body, 'nom', 'prenom', 'suffixe'), v_id);
end;
$$;
comment on function api.create_sapeur(jsonb) is
  'Adds a sapeur to the caller''s SIS, in service from their incorporation, and warns of people of the same name. PT422.';
grant execute on function api.create_sapeur(jsonb) to caserne_api;

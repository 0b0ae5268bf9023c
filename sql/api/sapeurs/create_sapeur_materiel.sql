create or replace function api.create_sapeur_materiel(id bigint, body jsonb) returns json
  language sql volatile
as $$
  insert into app.materiel_personnel (sapeur_id, designation, numero, taille, attribution, retour)
  select s.id, n.designation, coalesce(n.numero, ''), coalesce(n.taille, ''), coalesce(n.attribution, app.today()), n.retour
    from app.sapeurs s, jsonb_populate_record(null::app.materiel_personnel, body) n
   where s.sis_key = request.sis_key()
     and s.id = create_sapeur_materiel.id
  returning api.as_json(materiel_personnel)
$$;
comment on function api.create_sapeur_materiel(bigint, jsonb) is
  'Lends a sapeur a piece of equipment, by default from today. Null when there is no such sapeur.';
grant execute on function api.create_sapeur_materiel(bigint, jsonb) to caserne_api;

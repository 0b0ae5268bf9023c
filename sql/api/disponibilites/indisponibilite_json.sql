create or replace function api.as_json(indisponibilite app.indisponibilites) returns json
  language sql stable
as $$
  select json_build_object(
    'id', indisponibilite.id,
    'sapeur_id', indisponibilite.sapeur_id,
    'debut', request.local_instant(indisponibilite.debut, f.fuseau),
    'fin', request.local_instant(indisponibilite.fin, f.fuseau),
    'motif', indisponibilite.motif,
    'recurrence', indisponibilite.recurrence,
    'dernier_jour', indisponibilite.dernier_jour
  )
    from (select app.fuseau()) as f (fuseau)
$$;
comment on function api.as_json(app.indisponibilites) is
  'A period in which a sapeur cannot come, on the wire.';
grant execute on function api.as_json(app.indisponibilites) to caserne_api;

create or replace function api.create_ma_disponibilite(body jsonb) returns json
  language sql volatile
as $$
  insert into app.indisponibilites (sapeur_id, debut, fin, motif, recurrence)
  select request.sapeur_id(), n.debut, n.fin, n.motif, n.recurrence
    from app.read_indisponibilite(null, body) n
  returning api.as_json(indisponibilites, (select app.fuseau()))
$$;
comment on function api.create_ma_disponibilite(jsonb) is
  'Adds a period in which the calling sapeur cannot come (app.read_indisponibilite). PT409 for a two hundred and first that is not over, PT422.';
grant execute on function api.create_ma_disponibilite(jsonb) to caserne_api;

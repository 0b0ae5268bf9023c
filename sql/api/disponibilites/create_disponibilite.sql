create or replace function api.create_disponibilite(body jsonb) returns json
  language sql volatile
as $$
  insert into app.indisponibilites (sapeur_id, debut, fin, motif, recurrence)
  select (body ->> 'sapeur_id')::bigint, n.debut, n.fin, n.motif, n.recurrence
    from app.read_indisponibilite(null, body) n
  returning api.as_json(indisponibilites, (select app.fuseau()))
$$;
comment on function api.create_disponibilite(jsonb) is
  'Adds a period in which a sapeur cannot come {sapeur_id, and app.read_indisponibilite}. PT409 for a two hundred and first that is not over, PT422.';
grant execute on function api.create_disponibilite(jsonb) to caserne_api;

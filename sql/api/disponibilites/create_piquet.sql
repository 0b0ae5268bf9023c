create or replace function api.create_piquet(body jsonb) returns json
  language sql volatile
as $$
  insert into app.piquets (sapeur_id, groupe_id, fonction_id, debut, fin)
  select n.sapeur_id, n.groupe_id, n.fonction_id, n.debut, n.fin
    from app.read_piquet(null, body) n
  returning api.as_json(piquets, (select app.fuseau()))
$$;
comment on function api.create_piquet(jsonb) is
  'Puts a sapeur on standby (app.read_piquet). PT409 when they are already at that time, PT422.';
grant execute on function api.create_piquet(jsonb) to caserne_api;

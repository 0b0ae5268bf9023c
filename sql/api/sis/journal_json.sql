-- Lists have this function in FROM, for the reason given at api.ecriture_json.
create or replace function api.entree_json(entree audit.journal)
  returns table (
    id bigint, date text, user_id bigint, ressource text, ligne_id bigint, action text, avant jsonb, apres jsonb)
  language sql stable
as $$
  select entree.id, request.utc_micros(entree.recorded_at), entree.user_id, entree.ressource, entree.ligne_id,
         entree.action, entree.avant, entree.apres
$$;
comment on function api.entree_json(audit.journal) is
  'The fields of an entry of the journal on the wire.';
grant execute on function api.entree_json(audit.journal) to caserne_api;

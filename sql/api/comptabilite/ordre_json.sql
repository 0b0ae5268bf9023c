create or replace function api.as_json(ordre app.ordres) returns json
  language sql stable
as $$
  select json_build_object(
    'id', ordre.id,
    'decompte_id', ordre.decompte_id,
    -- Another one for each order, so that a bank refuses a file that it had.
    'message_id', left(format('D%s-O%s-%s', ordre.decompte_id, ordre.id, ordre.sis_key), 35),
    'date', ordre.date,
    'encore', ordre.encore,
    'total', coalesce(sum(p.montant), 0.00)::text,
    'paiement_ids', coalesce(json_agg(p.paiement_id order by p.paiement_id), '[]'),
    'created_by', ordre.created_by,
    'created_at', request.utc_micros(ordre.created_at)
  )
    from app.ordre_paiements p
   where p.sis_key = ordre.sis_key
     and p.ordre_id = ordre.id
$$;
comment on function api.as_json(app.ordres) is 'An order to the bank on the wire.';
grant execute on function api.as_json(app.ordres) to caserne_api;

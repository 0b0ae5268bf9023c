create or replace function api.payer_decompte(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_decompte app.decomptes;
begin
  perform app.lock_decompte(id);
  update app.decomptes d
     set paye_le = (body ->> 'date')::date
   where d.sis_key = request.sis_key()
     and d.id = payer_decompte.id
  returning * into v_decompte;
  return api.as_json(v_decompte, app.paiements_de(v_decompte.id));
end;
$$;
comment on function api.payer_decompte(bigint, jsonb) is
  'Marks a décompte as sent to the bank on {date}; nothing of it can be changed afterwards. PT404, PT409.';
grant execute on function api.payer_decompte(bigint, jsonb) to caserne_api;

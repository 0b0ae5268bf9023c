create or replace function api.create_decompte(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_decompte app.decomptes := app.make_decompte(body);
  v_paiements app.paiements[] := app.paiements_de(v_decompte.id);
begin
  return json_build_object(
    'data', api.as_json(v_decompte, v_paiements),
    'avertissements', app.decompte_avertissements(v_decompte.deduction, array(select p.sapeur_id from unnest(v_paiements) p))
  );
end;
$$;
comment on function api.create_decompte(jsonb) is
  'Makes a décompte of the unpaid entries that match, and returns {data, avertissements}. PT403, PT409, PT422.';
grant execute on function api.create_decompte(jsonb) to caserne_api;

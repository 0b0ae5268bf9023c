create or replace function api.simuler_decompte(body jsonb) returns json
  language plpgsql stable
as $$
begin
  return (
    select json_build_object(
             'data', api.as_json(s.decompte, s.paiements),
             'avertissements',
             app.decompte_avertissements((s.decompte).deduction, array(select p.sapeur_id from unnest(s.paiements) p)))
      from app.simulate_decompte(body) s
  );
end;
$$;
comment on function api.simuler_decompte(jsonb) is
  'The answer that create_decompte would give, without ids; nothing is written. PT403, PT409, PT422.';
grant execute on function api.simuler_decompte(jsonb) to caserne_api;

create or replace function api.as_json(decompte app.decomptes) returns json
  language sql stable
as $$
  select json_build_object(
    'id', decompte.id,
    'exercice_comptable_id', decompte.exercice_comptable_id,
    'designation', decompte.designation,
    'date', decompte.date,
    'deduction', decompte.deduction,
    'total', decompte.total::text,
    'avs_total', decompte.avs_total::text,
    'ac_total', decompte.ac_total::text,
    'a_payer_total', decompte.a_payer_total::text,
    'a_facturer_total', decompte.a_facturer_total::text,
    'paye_le', decompte.paye_le
  )
$$;
comment on function api.as_json(app.decomptes) is
  'A décompte on the wire, without its payments.';
grant execute on function api.as_json(app.decomptes) to caserne_api;

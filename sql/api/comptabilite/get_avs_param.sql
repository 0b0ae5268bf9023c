create or replace function api.get_avs_param(exercice_comptable_id bigint) returns json
  language sql stable
as $$
  select api.as_json(p)
    from app.avs_params p
   where p.sis_key = request.sis_key()
     and p.exercice_comptable_id = get_avs_param.exercice_comptable_id
$$;
comment on function api.get_avs_param(bigint) is
  'The AVS parameters of an accounting year; null when it does not exist, or has none.';
grant execute on function api.get_avs_param(bigint) to caserne_api;

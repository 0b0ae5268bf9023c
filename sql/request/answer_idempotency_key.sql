create or replace function request.answer_idempotency_key(key text, answer text, version text) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update request.reponses r
     set reponse = answer_idempotency_key.answer, version_reponse = answer_idempotency_key.version
   where r.sis_key = request.sis_key()
     and r.user_id = request.user_id()
     and r.cle = answer_idempotency_key.key;
  return json_build_object('json', answer, 'version', version);
end;
$$;
comment on function request.answer_idempotency_key(text, text, text) is
  'Stores the answer to a key for 30 days and returns it as {json, version}; only after take_idempotency_key in the same transaction. Definer: nobody has a right on the table.';
grant execute on function request.answer_idempotency_key(text, text, text) to caserne_api;

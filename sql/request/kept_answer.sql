-- For data servers of release 0.1.0, which call these names in their statements. Until the next release.
create or replace function request.kept_answer(key text, fingerprint bytea) returns text
  language plpgsql volatile
as $$
begin
  return request.take_idempotency_key(key, fingerprint);
end;
$$;
comment on function request.kept_answer(text, bytea) is
  'request.take_idempotency_key, as release 0.1.0 calls it.';
grant execute on function request.kept_answer(text, bytea) to caserne_api;

create or replace function request.keep_answer(key text, answer text, version text) returns text
  language plpgsql volatile
as $$
begin
  return request.answer_idempotency_key(key, answer, version);
end;
$$;
comment on function request.keep_answer(text, text, text) is
  'request.answer_idempotency_key, as release 0.1.0 calls it.';
grant execute on function request.keep_answer(text, text, text) to caserne_api;

-- Traces of OpenTelemetry: a job carries the trace (W3C traceparent) of the request that queued it. Only servers that
-- trace call this, in the arguments of request.open or auth.open, so that it is known before anything is done.
create or replace function request.follow(trace text, user_id bigint) returns bigint
  language sql volatile
as $$
  select follow.user_id from pg_catalog.set_config('request.trace', coalesce(follow.trace, ''), true)
$$;
comment on function request.follow(text, bigint) is
  'Notes for the rest of the transaction the trace that the request belongs to, and returns the account unchanged.';
grant execute on function request.follow(text, bigint) to caserne_api, caserne_auth;

create or replace function request.traced(payload json) returns json
  language sql stable
as $$
  select case
           when coalesce(pg_catalog.current_setting('request.trace', true), '') = '' then payload
           else (payload::jsonb || jsonb_build_object('trace', pg_catalog.current_setting('request.trace')))::json
         end
$$;
comment on function request.traced(json) is
  'The payload of a job with the trace of the request that queues it; unchanged where nothing is traced.';

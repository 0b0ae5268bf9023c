-- Clients know one field by two names and send whole records back. One of the two names may then hold the value that
-- was read before.
create or replace function app.accept_alias(body jsonb, field text, alias text, current jsonb default null) returns jsonb
  language plpgsql immutable
as $$
declare
  v_field jsonb := body -> field;
  v_other jsonb := body -> alias;
begin
  if v_other is null or v_other = v_field then
    return body;
  elsif v_field is null or v_field = current then
    return body || jsonb_build_object(field, v_other);
  elsif v_other = current then
    return body;
  end if;
  raise sqlstate 'PT422' using
    message = format('Ce champ et « %s » disent la même chose : leurs valeurs ne peuvent différer.', field), detail = alias;
end;
$$;
comment on function app.accept_alias(jsonb, text, text, jsonb) is
  'A body with a value given under another name moved to the field. If two values differ, the one that differs from the stored value counts; PT422 on the other name when both differ from it.';
grant execute on function app.accept_alias(jsonb, text, text, jsonb) to caserne_api;

-- Clients know one field by two names and send whole records back. One of the two names may then hold the value that
-- was read before.
create or replace function app.accept_alias(body jsonb, champ text, autre text, actuel jsonb default null) returns jsonb
  language plpgsql immutable
as $$
declare
  v_champ jsonb := body -> champ;
  v_autre jsonb := body -> autre;
begin
  if v_autre is null or v_autre = v_champ then
    return body;
  elsif v_champ is null or v_champ = actuel then
    return body || jsonb_build_object(champ, v_autre);
  elsif v_autre = actuel then
    return body;
  end if;
  raise sqlstate 'PT422' using
    message = format('Ce champ et « %s » disent la même chose : leurs valeurs ne peuvent différer.', champ), detail = autre;
end;
$$;
comment on function app.accept_alias(jsonb, text, text, jsonb) is
  'A body with a value given under another name moved to the field. Of two different values, the one that differs from the stored value counts; PT422 on the other name when both differ from it.';
grant execute on function app.accept_alias(jsonb, text, text, jsonb) to caserne_api;

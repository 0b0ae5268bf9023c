-- A text that is no position stays: the constraint of the column refuses it by its name.
create or replace function app.with_position(body jsonb) returns jsonb
  language sql immutable
as $$
  select case when p.wgs84 is null then body else body || jsonb_build_object('wgs84', p.wgs84) end
    from app.read_position(body ->> 'wgs84') p
$$;
comment on function app.with_position(jsonb) is 'A body whose wgs84 is read as app.read_position reads it.';
grant execute on function app.with_position(jsonb) to caserne_api;

create or replace function app.note_position(answer json, body jsonb) returns json
  language sql immutable
as $$
  select case
           when p.remarque is null then answer
           else (answer::jsonb || jsonb_build_object(
               'avertissements', coalesce(answer::jsonb -> 'avertissements', '[]') || to_jsonb('wgs84 : ' || p.remarque)))::json
         end
    from app.read_position(body ->> 'wgs84') p
$$;
comment on function app.note_position(json, jsonb) is
  'An intervention on the wire, with a warning when the wgs84 of its body was odd.';
grant execute on function app.note_position(json, jsonb) to caserne_api;

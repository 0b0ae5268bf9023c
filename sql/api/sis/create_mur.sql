create or replace function api.create_mur(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_id bigint;
begin
  -- One at a time, because they are counted. Each may have streams of its own.
  perform request.lock('api.create_mur ' || request.sis_key());
  if (select count(*) >= 50 from app.murs m where m.sis_key = request.sis_key()) then
    raise sqlstate 'PT409' using message = 'Un SIS a 50 murs au plus';
  end if;
  if (body ->> 'expire_le')::date < app.today() then
    raise sqlstate 'PT422' using message = 'Ce jour est passé.', detail = 'expire_le';
  end if;
  insert into app.murs (designation, token_hash, expire_le)
  values (body ->> 'designation', decode(body ->> 'token_hash', 'hex'), (body ->> 'expire_le')::date)
  returning murs.id into v_id;
  return (api.mur_json(v_id)::jsonb || jsonb_build_object('token_hash', body ->> 'token_hash'))::json;
end;
$$;
comment on function api.create_mur(jsonb) is
  'Adds a wall to the caller''s SIS {designation, token_hash, expire_le}, and returns it with the hash of its token, in hexadecimal. PT409, PT422.';
grant execute on function api.create_mur(jsonb) to caserne_api;

-- The row is the lock: another request with the same key waits for it for a short time.
create or replace function request.take_idempotency_key(key text, fingerprint bytea) returns text
  language plpgsql volatile security definer set search_path = '' set lock_timeout = '20ms'
as $$
declare
  v_first request.reponses;
  v_before timestamptz;
begin
  insert into request.reponses as r (sis_key, user_id, cle, empreinte)
  values (request.sis_key(), request.user_id(), take_idempotency_key.key, take_idempotency_key.fingerprint)
      on conflict on constraint reponses_pkey do update
     set empreinte = excluded.empreinte, reponse = null, version_reponse = null, created_at = excluded.created_at
   where r.created_at < now() - interval '30 days'
  returning * into v_first;
  if found then
    -- The thousandth of the last day before this one.
    select r.created_at into v_before
      from request.reponses r
     where r.sis_key = request.sis_key()
       and r.user_id = request.user_id()
       and r.created_at > now() - interval '1 day'
     order by r.created_at desc
    offset 1000
     limit 1;
    if found then
      raise sqlstate 'PT429' using
        message = 'Trop de demandes avec une clé d’idempotence en un jour : réessayez plus tard',
        detail = ceil(extract(epoch from v_before + interval '1 day' - now()))::text;
    end if;
    return null;
  end if;
  select r.* into strict v_first
    from request.reponses r
   where r.sis_key = request.sis_key()
     and r.user_id = request.user_id()
     and r.cle = take_idempotency_key.key;
  if v_first.empreinte <> take_idempotency_key.fingerprint then
    raise sqlstate 'PT422' using
      message = 'Cette clé a déjà servi à une autre demande.', detail = 'Idempotency-Key';
  end if;
  return case when v_first.reponse is not null then json_build_object('json', v_first.reponse, 'version', v_first.version_reponse) end;
exception
  when lock_not_available then
    raise sqlstate 'PT409' using message = 'La première demande avec cette clé est encore en cours';
end;
$$;
comment on function request.take_idempotency_key(text, bytea) is
  'Takes a key for a request: null for a new key, else the first answer to it, {json, version}. PT409 while another request with the key runs, PT422 when the key belongs to a different request, PT429 for more than a thousand new keys of an account in a day. Definer: nobody has a right on the table.';
grant execute on function request.take_idempotency_key(text, bytea) to caserne_api;

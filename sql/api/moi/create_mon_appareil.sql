create or replace function api.create_mon_appareil(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_empreinte bytea := decode(body ->> 'empreinte', 'hex');
  v_id bigint;
begin
  if body ->> 'type' = 'email' and not app.has_confirmed_email() then
    raise sqlstate 'PT409' using message = 'Confirmez d’abord votre adresse e-mail';
  end if;
  -- Browsers subscribe again on each visit.
  update app.appareils a
     set abonnement = decode(body ->> 'abonnement', 'base64'),
         designation = coalesce(body ->> 'designation', a.designation),
         silence_debut = case when body ? 'silence' then (body -> 'silence' ->> 0)::time else a.silence_debut end,
         silence_fin = case when body ? 'silence' then (body -> 'silence' ->> 1)::time else a.silence_fin end,
         actif = coalesce((body ->> 'actif')::boolean, true)
   where a.sis_key = request.sis_key()
     and a.empreinte = v_empreinte
  returning a.id into v_id;
  if v_id is null then
    -- One at a time, because they are counted.
    perform request.lock('api.create_mon_appareil ' || request.sis_key() || ' ' || request.user_id());
    if (select count(*) >= 20 from app.appareils a where a.sis_key = request.sis_key() and a.user_id = request.user_id()) then
      raise sqlstate 'PT409' using message = 'Un compte a 20 appareils au plus par SIS';
    end if;
    insert into app.appareils (type, designation, empreinte, abonnement, silence_debut, silence_fin, actif)
    values (body ->> 'type', coalesce(body ->> 'designation', ''), v_empreinte, decode(body ->> 'abonnement', 'base64'),
            (body -> 'silence' ->> 0)::time, (body -> 'silence' ->> 1)::time, coalesce((body ->> 'actif')::boolean, true))
    returning appareils.id into v_id;
  end if;
  return api.appareil_json(v_id);
end;
$$;
comment on function api.create_mon_appareil(jsonb) is
  'Adds a device of the caller {type, designation, empreinte (hexadecimal), abonnement (sealed, in base64), silence, actif}, or renews their device with this empreinte. PT409 for an address that is not confirmed, or too many devices.';
grant execute on function api.create_mon_appareil(jsonb) to caserne_api;

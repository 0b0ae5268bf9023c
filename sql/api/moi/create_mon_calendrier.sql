create or replace function api.create_mon_calendrier(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_rang smallint;
  v_id bigint;
begin
  select min(n.rang) into v_rang
    from generate_series(1, 5) as n (rang)
   where not exists (
     select
       from app.calendriers c
      where c.sis_key = request.sis_key() and c.sapeur_id = request.sapeur_id() and c.rang = n.rang
   );
  if v_rang is null then
    raise sqlstate 'PT409' using message = 'Vous avez déjà cinq calendriers : supprimez-en un d’abord';
  end if;
  insert into app.calendriers (rang, designation, token_hash)
  values (v_rang, coalesce(body ->> 'designation', ''), decode(body ->> 'token_hash', 'hex'))
  returning calendriers.id into v_id;
  return (api.calendrier_json(v_id)::jsonb || jsonb_build_object('token_hash', body ->> 'token_hash'))::json;
end;
$$;
comment on function api.create_mon_calendrier(jsonb) is
  'Makes a calendar of the caller {designation, token_hash}, and returns it with the hash of its token, in hexadecimal. PT409 when they have five.';
grant execute on function api.create_mon_calendrier(jsonb) to caserne_api;

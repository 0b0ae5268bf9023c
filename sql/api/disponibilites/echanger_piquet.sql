-- Definer: a sapeur may change nothing else of their row.
create or replace function api.echanger_piquet(id bigint, body jsonb) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_piquet app.piquets := app.lock_piquet(id);
begin
  if v_piquet.sapeur_id is distinct from request.sapeur_id() and not request.can('sapeur.modification') then
    raise sqlstate 'PT403' using message = 'Permission requise : sapeur.modification';
  end if;
  -- One message for both cases, so that it does not reveal who exists.
  if not exists (
    select
      from app.sapeurs s
     where s.sis_key = request.sis_key()
       and s.id = (body ->> 'sapeur_id')::bigint
       and s.type <> 1
       and app.is_actif(s.sis_key, s.id, s.type, s.desactive, (v_piquet.debut at time zone app.fuseau())::date)
  ) then
    raise sqlstate 'PT422' using message = 'Ce sapeur n’existe pas, ou n’est pas en service ce jour-là.', detail = 'sapeur_id';
  end if;
  update app.piquets q
     set repreneur_id = (body ->> 'sapeur_id')::bigint
   where q.sis_key = request.sis_key() and q.id = v_piquet.id
  returning * into v_piquet;
  return api.as_json(v_piquet, (select app.fuseau()));
end;
$$;
comment on function api.echanger_piquet(bigint, jsonb) is
  'Asks another who is in service to take over a standby {sapeur_id}; it stays as it is until they accept. PT403 unless it is one''s own, or with sapeur.modification; PT404, PT409 once it has begun, PT422. Definer: who has no permission may change nothing else of the row.';
grant execute on function api.echanger_piquet(bigint, jsonb) to caserne_api;

create or replace function app.lock_piquet(piquet_id bigint) returns app.piquets
  language plpgsql volatile
as $$
declare
  v_piquet app.piquets;
begin
  select q.* into v_piquet
    from app.piquets q
   where q.sis_key = request.sis_key()
     and q.id = lock_piquet.piquet_id
     and (request.sapeur_id() in (q.sapeur_id, q.repreneur_id) or request.can('sapeur.lecture') or request.can('sapeur.modification'))
     for update;
  if v_piquet.id is null then
    raise sqlstate 'PT404' using message = 'Piquet inconnu';
  end if;
  if v_piquet.debut <= now() then
    raise sqlstate 'PT409' using message = 'Ce piquet a déjà commencé';
  end if;
  return v_piquet;
end;
$$;
comment on function app.lock_piquet(bigint) is
  'Locks a standby that somebody takes over, and returns it. PT404 without one that the caller sees, PT409 once it has begun.';

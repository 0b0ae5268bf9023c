-- Definer: a sapeur may change nothing else of the row.
create or replace function api.accepter_piquet(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_piquet app.piquets := app.lock_piquet(id);
begin
  if v_piquet.repreneur_id is null then
    raise sqlstate 'PT409' using message = 'Personne n’est prié de reprendre ce piquet';
  end if;
  if v_piquet.repreneur_id is distinct from request.sapeur_id() then
    raise sqlstate 'PT403' using message = 'Seul celui qui est prié de reprendre ce piquet peut l’accepter';
  end if;
  update app.piquets q
     set sapeur_id = q.repreneur_id, repreneur_id = null
   where q.sis_key = request.sis_key() and q.id = v_piquet.id
  returning * into v_piquet;
  return api.as_json(v_piquet, (select app.fuseau()));
end;
$$;
comment on function api.accepter_piquet(bigint) is
  'Takes over a standby that the caller was asked for. PT403 when another was asked, PT404, PT409 once it has begun, when nobody was asked, or when they are already on standby at that time. Definer: as api.echanger_piquet.';
grant execute on function api.accepter_piquet(bigint) to caserne_api;

-- Definer: a sapeur may change nothing else of the row.
create or replace function api.delete_piquet_echange(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_piquet app.piquets := app.lock_piquet(id);
begin
  if coalesce(request.sapeur_id() not in (v_piquet.sapeur_id, v_piquet.repreneur_id), true) and not request.can('sapeur.modification') then
    raise sqlstate 'PT403' using message = 'Permission requise : sapeur.modification';
  end if;
  update app.piquets q
     set repreneur_id = null
   where q.sis_key = request.sis_key() and q.id = v_piquet.id;
  return 'true'::json;
end;
$$;
comment on function api.delete_piquet_echange(bigint) is
  'Takes back the request to take over a standby, or declines it. PT403 unless the caller asked or was asked, or holds sapeur.modification; PT404, PT409 once it has begun. Definer: as api.echanger_piquet.';
grant execute on function api.delete_piquet_echange(bigint) to caserne_api;

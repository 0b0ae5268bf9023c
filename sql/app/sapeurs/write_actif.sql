create or replace function app.write_actif(sapeur_id bigint, actif boolean) returns void
  language plpgsql volatile
as $$
declare
  v_type smallint;
  v_actif boolean;
begin
  select s.type, app.is_actif(s.sis_key, s.id, s.type, s.desactive, app.today()) into v_type, v_actif
    from app.sapeurs s
   where s.sis_key = request.sis_key()
     and s.id = write_actif.sapeur_id;
  if actif = v_actif then
    return;
  elsif v_type = 0 then
    raise sqlstate 'PT422' using message = 'L’activité d’un sapeur suit ses mutations.', detail = 'actif';
  end if;
  update app.sapeurs s
     set desactive = not actif
   where s.sis_key = request.sis_key()
     and s.id = write_actif.sapeur_id;
end;
$$;
comment on function app.write_actif(bigint, boolean) is
  'Takes a civilian or recruit out of service, or back into it. PT422 where the mutations of a sapeur say otherwise.';
grant execute on function app.write_actif(bigint, boolean) to caserne_api;

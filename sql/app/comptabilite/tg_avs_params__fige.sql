-- Only décomptes that wrote their contributions freeze the parameters. Those of release 0.1.0 have no entries of AVS, and
-- were calculated in some other way.
create or replace function app.tg_avs_params__fige() returns trigger
  language plpgsql volatile
as $$
begin
  -- A décompte that is being made reads the parameters.
  perform request.lock('app.decomptes ' || new.sis_key);
  if exists (
    select
      from app.ecritures e
     where e.sis_key = new.sis_key
       -- The entry of the service itself, of which a décompte has one.
       and e.sapeur_id is null
       and e.exercice_comptable_id = new.exercice_comptable_id
       and e.module = 4
  ) then
    raise sqlstate 'PT409' using message = 'Un décompte de cet exercice comptable a déjà retenu des cotisations';
  end if;
  return new;
end;
$$;
comment on function app.tg_avs_params__fige() is
  'Refuses (PT409) to change the AVS parameters of a year that has a statement of account with deductions.';
drop trigger if exists _100_fige on app.avs_params;
create trigger _100_fige before update on app.avs_params
  for each row execute function app.tg_avs_params__fige();

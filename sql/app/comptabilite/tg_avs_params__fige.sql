create or replace function app.tg_avs_params__fige() returns trigger
  language plpgsql volatile
as $$
begin
  if exists (
    select
      from app.decomptes d
     where d.sis_key = new.sis_key
       and d.exercice_comptable_id = new.exercice_comptable_id
       and d.deduction
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

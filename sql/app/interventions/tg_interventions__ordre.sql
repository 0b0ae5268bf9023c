create or replace function app.tg_interventions__ordre() returns trigger
  language plpgsql volatile
as $$
begin
  if app.instant_fin(new) < app.instant_debut(new) then
    raise sqlstate 'PT422' using message = 'La fin précède le début.', detail = 'date_fin';
  end if;
  return new;
end;
$$;
comment on function app.tg_interventions__ordre() is
  'Refuses (PT422) an intervention that ends before it begins, on the night when clocks go back. On others a check does.';
drop trigger if exists _110_ordre on app.interventions;
create trigger _110_ordre before insert or update on app.interventions
  for each row when (new.debut_repete or new.fin_repete) execute function app.tg_interventions__ordre();

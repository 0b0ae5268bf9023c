create or replace function app.tg_types_intervention__divers() returns trigger
  language plpgsql volatile
as $$
begin
  raise sqlstate 'PT409' using message = 'Ce type est celui des interventions qui n’en ont pas d’autre';
end;
$$;
comment on function app.tg_types_intervention__divers() is
  'Refuses (PT409) to remove the type "Autre intervention", which interventions without a type or with an unknown code need.';
drop trigger if exists _050_divers on app.types_intervention;
create trigger _050_divers before delete on app.types_intervention
  for each row
  when (old.id = app.type_intervention_divers())
  execute function app.tg_types_intervention__divers();

-- The plan is generic, because most rows change nothing here. _100_ouverte has locked the interventions. When the
-- intervention itself is removed, there is none to set back.
create or replace function app.tg_signature() returns trigger
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  update app.interventions i
     set statut = app.intervention_saisie()
   where i.sis_key = request.sis_key()
     -- An added row has no old, a removed row no new: their ids are null.
     and i.id in (old.intervention_id, new.intervention_id)
     and i.statut = app.intervention_validee();
  return null;
end;
$$;
comment on function app.tg_signature() is
  'Sets a validée intervention back to saisie (1) when a row that decides on hours is added, changed or removed. Definer: nobody is granted writing statut.';

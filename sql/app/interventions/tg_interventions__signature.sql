-- A signature is for hours that someone has seen. Presences and phases lead here by app.tg_signature. The journal keeps
-- who had validated.
create or replace function app.tg_interventions__signature() returns trigger
  language plpgsql volatile
as $$
begin
  if old.statut = app.intervention_validee() and new.statut = old.statut then
    new.statut := app.intervention_saisie();
  end if;
  if new.statut < app.intervention_validee() then
    new.validated_by := null;
    new.validated_at := null;
  end if;
  return new;
end;
$$;
comment on function app.tg_interventions__signature() is
  'Sets a validée intervention back to saisie (1) when its times change, and clears who validated it whenever it is not validée any more.';
drop trigger if exists _060_signature on app.interventions;
create trigger _060_signature before update on app.interventions
  for each row
  when (new.statut < old.statut
        or (old.date_debut, old.heure_debut, old.debut_repete, old.date_fin, old.heure_fin, old.fin_repete)
           is distinct from
           (new.date_debut, new.heure_debut, new.debut_repete, new.date_fin, new.heure_fin, new.fin_repete))
  execute function app.tg_interventions__signature();

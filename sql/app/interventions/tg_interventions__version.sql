drop trigger if exists _020_version on app.interventions;
create trigger _020_version before update on app.interventions
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _950_if_match on app.interventions;
create trigger _950_if_match after update or delete on app.interventions
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();
drop trigger if exists _870_changement on app.interventions;
create trigger _870_changement after insert or update or delete on app.interventions
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.interventions;
create trigger _880_changement after truncate on app.interventions
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _040_exercice_ouvert on app.interventions;
create trigger _040_exercice_ouvert before update or delete on app.interventions
  for each row execute function app.tg_exercice_ouvert();

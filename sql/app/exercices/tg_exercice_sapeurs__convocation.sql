-- A trigger, because a policy does not see the old row.
create or replace function app.tg_exercice_sapeurs__convocation() returns trigger
  language plpgsql volatile
as $$
begin
  perform request.require('exercice.modification');
  return new;
end;
$$;
comment on function app.tg_exercice_sapeurs__convocation() is
  'Refuses (PT403) a change of convoque by callers who may only write presences.';
drop trigger if exists _100_convocation on app.exercice_sapeurs;
create trigger _100_convocation before update of convoque on app.exercice_sapeurs
  for each row when (old.convoque <> new.convoque) execute function app.tg_exercice_sapeurs__convocation();

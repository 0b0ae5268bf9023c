-- The exclusion constraint looks for overlaps after its row is in the index. Without this lock, transactions that open
-- overlapping years at the same time wait for one another once the first of them fails: a deadlock of a second each.
create or replace function app.tg_exercices_comptables__lock() returns trigger
  language plpgsql volatile
as $$
begin
  perform request.lock('app.exercices_comptables ' || new.sis_key);
  return new;
end;
$$;
comment on function app.tg_exercices_comptables__lock() is 'Makes transactions that open an accounting year of a SIS wait for one another.';
drop trigger if exists _010_lock on app.exercices_comptables;
create trigger _010_lock before insert on app.exercices_comptables
  for each row when (new.sis_key is not null) execute function app.tg_exercices_comptables__lock();

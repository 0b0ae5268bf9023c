-- An exclusion constraint looks for overlaps after its row is in the index. Without this lock, transactions that insert
-- overlapping periods at the same time wait for one another once the first of them fails: a deadlock of a second each.
create or replace function app.tg_lock_sapeur() returns trigger
  language plpgsql volatile
as $$
begin
  perform from app.sapeurs s where s.sis_key = new.sis_key and s.id = new.sapeur_id for no key update;
  return new;
end;
$$;
comment on function app.tg_lock_sapeur() is
  'Locks the sapeur that a row belongs to, so that periods of one sapeur are inserted one after the other.';

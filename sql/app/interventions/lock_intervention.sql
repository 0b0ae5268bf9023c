-- The lock is taken before the first row is written: two batches that name the same rows in different orders would
-- otherwise wait for each other.
create or replace function app.lock_intervention(id bigint) returns void
  language plpgsql volatile
as $$
declare
  v_exercice_comptable_id bigint;
begin
  select i.exercice_comptable_id into v_exercice_comptable_id
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = lock_intervention.id
     for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Intervention inconnue';
  end if;
  perform app.refuse_bouclement(v_exercice_comptable_id);
end;
$$;
comment on function app.lock_intervention(bigint) is
  'Locks an intervention of the caller''s SIS until the end of the transaction, to write rows that belong to it. PT404 when none is visible, PT409 when its accounting year is closed.';
grant execute on function app.lock_intervention(bigint) to caserne_api;

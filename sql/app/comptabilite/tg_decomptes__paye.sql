-- Orders to the bank for those who were left out raise the version, and change nothing else.
create or replace function app.tg_decomptes__paye() returns trigger
  language plpgsql volatile
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'version' = to_jsonb(old) - 'version' then
    return new;
  end if;
  raise sqlstate 'PT409' using message = 'Le décompte est payé : il ne peut plus être modifié';
end;
$$;
comment on function app.tg_decomptes__paye() is
  'Refuses (PT409) to change or remove a décompte that was sent to the bank, except to raise its version.';
drop trigger if exists _050_paye on app.decomptes;
create trigger _050_paye before update or delete on app.decomptes
  for each row when (old.paye_le is not null) execute function app.tg_decomptes__paye();

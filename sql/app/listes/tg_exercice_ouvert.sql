create or replace function app.tg_exercice_ouvert() returns trigger
  language plpgsql volatile
as $$
begin
  if tg_op <> 'INSERT' then
    perform app.refuse_bouclement(old.exercice_comptable_id);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.exercice_comptable_id <> old.exercice_comptable_id then
    perform app.refuse_bouclement(new.exercice_comptable_id);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function app.tg_exercice_ouvert() is
  'Refuses (PT409) to write a row of a closed accounting year. What belongs to a record of the year is refused with it, because each change raises the version of the record.';

-- For tables of which one statement writes many rows.
create or replace function app.tg_exercices_ouverts() returns trigger
  language plpgsql volatile
as $$
begin
  perform app.refuse_bouclement(l.id)
     from (select distinct exercice_comptable_id as id from lignes) l;
  return null;
end;
$$;
comment on function app.tg_exercices_ouverts() is
  'Refuses (PT409) a statement that writes rows of a closed accounting year.';

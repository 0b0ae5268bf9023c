create or replace function app.change_exercice_comptable(id bigint, body jsonb) returns app.exercices_comptables
  language plpgsql volatile
as $$
declare
  v_before app.exercices_comptables;
  v_exercice app.exercices_comptables;
begin
  select * into v_before
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = change_exercice_comptable.id
     for no key update;
  if not found then
    return null;
  end if;
  update app.exercices_comptables e
     set (annee, designation, debut, fin, boucle) = (
       select n.annee, n.designation, n.debut, n.fin, n.boucle from jsonb_populate_record(e, body) n
     )
   where e.sis_key = request.sis_key()
     and e.id = v_before.id
  returning * into v_exercice;
  -- After the update, which waits for all who write to the year.
  if v_exercice.boucle and not v_before.boucle and (body ->> 'forcer')::boolean is not true then
    perform app.refuse_inacheve(v_exercice.id);
  end if;
  return v_exercice;
end;
$$;
comment on function app.change_exercice_comptable(bigint, jsonb) is
  'Changes, closes or reopens an accounting year, as api.update_exercice_comptable. A row of nulls when it does not exist.';
grant execute on function app.change_exercice_comptable(bigint, jsonb) to caserne_api;

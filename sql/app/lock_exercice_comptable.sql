create or replace function app.lock_exercice_comptable(jour date) returns app.exercices_comptables
  language plpgsql volatile
as $$
declare
  v_exercice app.exercices_comptables;
begin
  for v_tour in 1..2 loop
    select * into v_exercice
      from app.exercices_comptables e
     where e.sis_key = request.sis_key()
       and e.debut <= jour and jour <= e.fin
       for update;
    if found and v_exercice.boucle then
      raise sqlstate 'PT409' using message = format('L’exercice comptable %s est bouclé', v_exercice.designation);
    elsif found then
      return v_exercice;
    end if;
    -- Someone else may be opening the same year: this waits for him, and the second turn reads his.
    insert into app.exercices_comptables (annee, designation, debut, fin)
    values (extract(year from jour), extract(year from jour)::text,
            make_date(extract(year from jour)::integer, 1, 1), make_date(extract(year from jour)::integer, 12, 31))
    on conflict do nothing;
  end loop;
  raise sqlstate 'PT409' using
    message = format('Aucun exercice comptable ne contient le %s et l’année civile en chevauche un autre', jour);
end;
$$;
comment on function app.lock_exercice_comptable(date) is
  'The accounting year that holds a day, locked for the rest of the transaction; opened for the calendar year when there is none. PT409 when it is closed, or when the calendar year overlaps another.';

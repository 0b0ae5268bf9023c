-- The one rule of which years open automatically, for interventions and exercices: a typing error in a date, or an old
-- mail, must not open a year.
create or replace function app.lock_exercice_comptable(day date) returns app.exercices_comptables
  language plpgsql volatile
as $$
declare
  v_exercice app.exercices_comptables;
  v_annee integer := extract(year from day);
begin
  for v_try in 1..2 loop
    select * into v_exercice
      from app.exercices_comptables e
     where e.sis_key = request.sis_key()
       and e.debut <= day and day <= e.fin
       for no key update;
    if found then
      perform app.refuse_bouclement(v_exercice.id);
      return v_exercice;
    end if;
    -- A caller who may not open a year cannot lock one either: the policy refuses the insert below.
    if abs(v_annee - extract(year from app.today())) > 1
      and request.sis_with('intervention.modification', 'exercice.modification') is not null
    then
      raise sqlstate 'PT409' using
        message = format('Aucun exercice comptable ne contient le %s : il faut d’abord l’ouvrir', to_char(day, 'DD.MM.YYYY'));
    end if;
    -- When someone else opens the same year, this waits for that transaction, and the second turn reads its row.
    insert into app.exercices_comptables (annee, designation, debut, fin)
    values (v_annee, v_annee::text, make_date(v_annee, 1, 1), make_date(v_annee, 12, 31))
    on conflict do nothing;
  end loop;
  raise sqlstate 'PT409' using
    message = format('Aucun exercice comptable ne contient le %s et l’année civile en chevauche un autre', to_char(day, 'DD.MM.YYYY'));
end;
$$;
comment on function app.lock_exercice_comptable(date) is
  'The accounting year of a day, locked for the rest of the transaction; the last, current or next calendar year is opened when missing. PT409 when the year is closed, must be opened first, or the calendar year overlaps another.';
grant execute on function app.lock_exercice_comptable(date) to caserne_api;

create or replace function app.complete_ecriture(ecriture app.ecritures, body jsonb) returns app.ecritures
  language plpgsql stable
as $$
declare
  v_ecriture app.ecritures := ecriture;
  v_exercice app.exercices_comptables;
  v_total numeric;
begin
  perform app.check_module(v_ecriture.module);
  if v_ecriture.exercice_comptable_id is null then
    select e.id into v_ecriture.exercice_comptable_id
      from app.exercices_comptables e
     where e.sis_key = request.sis_key()
       and daterange(e.debut, e.fin, '[]') @> v_ecriture.date;
    if not found then
      raise sqlstate 'PT422' using message = 'Aucun exercice comptable ne contient cette date.', detail = 'date';
    end if;
  -- Entries of release 0.1.0 may have a day of another year. It stays until one is given.
  elsif body ?| array['date', 'exercice_comptable_id'] then
    select * into v_exercice
      from app.exercices_comptables e
     where e.sis_key = request.sis_key()
       and e.id = v_ecriture.exercice_comptable_id;
    if not found then
      raise sqlstate 'PT422' using message = 'Cet exercice comptable n’existe pas.', detail = 'exercice_comptable_id';
    elsif v_ecriture.date not between v_exercice.debut and v_exercice.fin then
      raise sqlstate 'PT422' using detail = 'date', message = format(
        'La date doit être dans l’exercice comptable %s, du %s au %s.',
        v_exercice.designation, to_char(v_exercice.debut, 'DD.MM.YYYY'), to_char(v_exercice.fin, 'DD.MM.YYYY'));
    end if;
  end if;
  -- Entries of release 0.1.0 have a total without a price. It stays until one is given.
  if body ?| array['tarif', 'quantite', 'total'] then
    v_total := app.round05(v_ecriture.tarif * v_ecriture.quantite);
    if (body ->> 'total')::numeric <> v_total then
      raise sqlstate 'PT422' using detail = 'total', message = format(
        'Le total doit être de %s (tarif × quantité, arrondi à 0.05), et non de %s.',
        v_total, round((body ->> 'total')::numeric, 2));
    elsif abs(v_total) > 99999999.99 then
      raise sqlstate 'PT422' using message = 'Le total ne doit pas dépasser 99999999.99.', detail = 'total';
    end if;
    v_ecriture.total := v_total;
  end if;
  return v_ecriture;
end;
$$;
comment on function app.complete_ecriture(app.ecritures, jsonb) is
  'An entry as it is to be written by hand: with its accounting year, by default that of its day, and its total. PT409 when it is made from something else, PT422 for a day outside its year and a total that is not tarif × quantite.';
grant execute on function app.complete_ecriture(app.ecritures, jsonb) to caserne_api;

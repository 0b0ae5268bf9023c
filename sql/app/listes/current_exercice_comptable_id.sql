create or replace function app.current_exercice_comptable_id() returns bigint
  language sql stable
as $$
  select e.id
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     -- A sub-select, so that today's date is asked for once and not for each row.
     and daterange(e.debut, e.fin, '[]') @> (select app.today())
$$;
comment on function app.current_exercice_comptable_id() is
  'The accounting year that contains today''s date in the time zone of the request''s SIS; null when there is none.';
grant execute on function app.current_exercice_comptable_id() to caserne_api;

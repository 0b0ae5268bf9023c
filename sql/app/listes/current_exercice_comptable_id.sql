create or replace function app.current_exercice_comptable_id() returns bigint
  language sql stable
as $$
  select e.id
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and app.today() between e.debut and e.fin
$$;
comment on function app.current_exercice_comptable_id() is
  'The accounting year that contains today''s date in the time zone of the request''s SIS; null when there is none.';
grant execute on function app.current_exercice_comptable_id() to caserne_api;

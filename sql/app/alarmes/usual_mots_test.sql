create or replace function app.usual_mots_test() returns text[]
  language sql immutable parallel safe
as $$
  select array['test', 'essai', 'exercice', 'entraînement', 'simulation', 'probe', 'probealarm', 'übung', 'prova']
$$;
comment on function app.usual_mots_test() is
  'Words by which a SIS knows a test alarm, unless it sets its own.';
grant execute on function app.usual_mots_test() to caserne_api;

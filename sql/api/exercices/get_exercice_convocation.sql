create or replace function api.get_exercice_convocation(id bigint) returns json
  language sql stable
as $$
  select app.feuille_exercice(id)
$$;
comment on function api.get_exercice_convocation(bigint) is
  'The call to an exercice, to print: contents of the PDF (app.feuille_exercice). Null when there is no such exercice to see.';
grant execute on function api.get_exercice_convocation(bigint) to caserne_api;

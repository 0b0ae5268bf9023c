create or replace function api.get_exercice_liste_presence(id bigint) returns json
  language sql stable
as $$
  select app.feuille_exercice(id)
$$;
comment on function api.get_exercice_liste_presence(bigint) is
  'The list of an exercice, to sign: contents of the PDF (app.feuille_exercice). Null when there is no such exercice to see.';
grant execute on function api.get_exercice_liste_presence(bigint) to caserne_api;

create or replace function api.get_intervention_rapport(id bigint, sections text[] default null) returns json
  language sql stable
as $$
  select app.feuille_intervention(id, sections)
$$;
comment on function api.get_intervention_rapport(bigint, text[]) is
  'The report of an intervention, to print: contents of the PDF (app.feuille_intervention). Null when there is no such intervention to see.';
grant execute on function api.get_intervention_rapport(bigint, text[]) to caserne_api;

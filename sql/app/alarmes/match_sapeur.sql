create or replace function app.match_sapeur(nom text, telephones text[], day date) returns bigint
  language sql stable
as $$
  select coalesce((app.match_numero(telephones, day)).sapeur_id, app.match_nom(nom, day))
$$;
comment on function app.match_sapeur(text, text[], date) is
  'The active sapeur that a report means: by telephone numbers, else by name in either order; null when there is none or more than one.';

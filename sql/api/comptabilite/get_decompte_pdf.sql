-- People, accounts and categories are read once, not for each entry: nested loops are off.
create or replace function api.get_decompte_pdf(id bigint, fiches boolean) returns json
  language sql stable set enable_nestloop = off
as $$
  select json_build_object('feuille', f, 'fiches', coalesce(get_decompte_pdf.fiches, false))
    from app.feuille_decompte(get_decompte_pdf.id, coalesce(get_decompte_pdf.fiches, false), null) as f
   where f is not null
$$;
comment on function api.get_decompte_pdf(bigint, boolean) is
  'A décompte to print, with its slips where told: contents of the PDF (app.feuille_decompte). Null when there is no such décompte to see.';
grant execute on function api.get_decompte_pdf(bigint, boolean) to caserne_api;

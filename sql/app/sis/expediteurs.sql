create or replace function app.expediteurs(adresses jsonb) returns text[]
  language sql immutable strict parallel safe
as $$
  select coalesce(array_agg(lower(a.adresse) order by a.n), '{}')
    from jsonb_array_elements_text(adresses) with ordinality as a (adresse, n)
$$;
comment on function app.expediteurs(jsonb) is
  'Addresses of senders in lower case, the form in which mails are compared with them.';
grant execute on function app.expediteurs(jsonb) to caserne_api;

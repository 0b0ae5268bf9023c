create or replace function app.paiements_de(decompte_id bigint) returns app.paiements[]
  language sql stable
as $$
  select array_agg(p)
    from app.paiements p
   where p.sis_key = request.sis_key()
     and p.decompte_id = paiements_de.decompte_id
$$;
comment on function app.paiements_de(bigint) is
  'The payments of a décompte.';
grant execute on function app.paiements_de(bigint) to caserne_api;

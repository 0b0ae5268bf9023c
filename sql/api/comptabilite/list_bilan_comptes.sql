-- Read by its key: a scan of all years of all SIS takes longer with each year.
create or replace function api.list_bilan_comptes(id bigint) returns json
  language sql stable set enable_seqscan = off
as $$
  select coalesce(
           (
             select json_agg(
                      json_build_object(
                        'compte_id', b.compte_id,
                        'numero', c.numero,
                        'designation', c.designation,
                        'produit', c.produit,
                        'nb', b.nb,
                        'total', (b.paye + b.non_paye)::text,
                        'paye', b.paye::text,
                        'non_paye', b.non_paye::text
                      )
                      order by c.tri, c.numero, c.id
                    )
               from (
                 select e.compte_id, count(*) as nb,
                        coalesce(sum(e.total) filter (where e.decompte_id is not null or e.module = 4), 0.00) as paye,
                        coalesce(sum(e.total) filter (where e.decompte_id is null and e.module <> 4), 0.00) as non_paye
                   from app.ecritures e
                  where e.sis_key = y.sis_key
                    and e.exercice_comptable_id = y.id
                  group by e.compte_id
               ) b
               left join app.comptes c on c.sis_key = y.sis_key and c.id = b.compte_id
           ),
           '[]'
         )
    from app.exercices_comptables y
   where y.sis_key = request.sis_key()
     and y.id = list_bilan_comptes.id
$$;
comment on function api.list_bilan_comptes(bigint) is
  'Entries of an accounting year by account: their number, and their sums paid and unpaid; null when there is no such year to see.';
grant execute on function api.list_bilan_comptes(bigint) to caserne_api;

create or replace function api.list_decompte_ordres(id bigint) returns json
  language sql stable
as $$
  select (
           select coalesce(json_agg(api.as_json(o) order by o.id desc), '[]')
             from app.ordres o
            where o.sis_key = request.sis_key()
              and o.decompte_id = list_decompte_ordres.id
         )
    from app.decomptes d
   where d.sis_key = request.sis_key()
     and d.id = list_decompte_ordres.id
$$;
comment on function api.list_decompte_ordres(bigint) is
  'Orders to the bank that were handed out for a décompte, newest first; null when there is no such décompte to see.';
grant execute on function api.list_decompte_ordres(bigint) to caserne_api;

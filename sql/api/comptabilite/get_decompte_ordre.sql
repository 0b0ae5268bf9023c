create or replace function api.get_decompte_ordre(id bigint, ordre bigint) returns json
  language plpgsql stable
as $$
declare
  v_ordre app.ordres;
begin
  select * into v_ordre
    from app.ordres o
   where o.sis_key = request.sis_key()
     and o.decompte_id = get_decompte_ordre.id
     and o.id = coalesce(get_decompte_ordre.ordre, o.id)
   order by o.decompte_id desc, o.id desc
   limit 1;
  if not found then
    if ordre is not null then
      raise sqlstate 'PT404' using message = 'Ordre inconnu';
    end if;
    return api.brouillon_json(id);
  end if;
  return (
    select json_build_object(
             'sis_key', d.sis_key,
             'decompte_id', d.id,
             'designation', d.designation,
             'created_at', request.utc_micros(v_ordre.created_at),
             'today', app.today(),
             'ordre', api.as_json(v_ordre),
             'debiteur', json_build_object('nom', v_ordre.nom, 'iban', v_ordre.iban, 'bic', v_ordre.bic),
             'paiements', api.paiements_json(v_ordre)
           )
      from app.decomptes d
     where d.sis_key = request.sis_key()
       and d.id = get_decompte_ordre.id
  );
end;
$$;
comment on function api.get_decompte_ordre(bigint, bigint) is
  'An order to the bank for a décompte, the newest one or the one asked for, with all that its file says; the draft where none was handed out (api.brouillon_json). Null when there is no such décompte to see, PT404 when there is no such order.';
grant execute on function api.get_decompte_ordre(bigint, bigint) to caserne_api;

create or replace function app.refuse_ordonnes(paiement_ids bigint[]) returns void
  language plpgsql stable
as $$
declare
  v_ordonnes text := (
    select string_agg(format('%s (ordre %s)', o.nom, o.ordres), ' ; ' order by o.nom, o.paiement_id)
      from (
        select p.paiement_id, max(p.nom) as nom, string_agg(p.ordre_id::text, ', ' order by p.ordre_id) as ordres
          from app.ordre_paiements p
         where p.sis_key = request.sis_key()
           and p.paiement_id = any (paiement_ids)
         group by p.paiement_id
      ) o
  );
begin
  if v_ordonnes is not null then
    raise sqlstate 'PT409' using message = 'Déjà dans un ordre à la banque : ' || v_ordonnes;
  end if;
end;
$$;
comment on function app.refuse_ordonnes(bigint[]) is
  'Refuses (PT409) payments that stand in an order to the bank, and names everyone with their orders.';
grant execute on function app.refuse_ordonnes(bigint[]) to caserne_api;

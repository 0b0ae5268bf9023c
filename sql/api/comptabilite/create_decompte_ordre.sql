-- The server has checked what a bank asks of names, accounts and addresses, and sends what it has checked.
-- Definer: nobody is granted writing orders.
create or replace function api.create_decompte_ordre(id bigint, body jsonb) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice_comptable_id bigint := (
    select d.exercice_comptable_id from app.decomptes d where d.sis_key = request.sis_key() and d.id = create_decompte_ordre.id
  );
  v_ids constant bigint[] := array(select (p ->> 'id')::bigint from jsonb_array_elements(body -> 'paiements') p);
  v_ordre app.ordres;
begin
  perform request.require('comptabilite.modification');
  if v_exercice_comptable_id is not null then
    perform app.lock_decomptes(v_exercice_comptable_id);
  end if;
  perform from app.decomptes d where d.sis_key = request.sis_key() and d.id = create_decompte_ordre.id;
  if not found then
    raise sqlstate 'PT404' using message = 'Décompte inconnu';
  end if;
  if (body ->> 'encore')::boolean is not true then
    perform app.refuse_ordonnes(v_ids);
  end if;
  insert into app.ordres (decompte_id, date, encore, nom, iban, bic)
  select create_decompte_ordre.id, (body ->> 'date')::date, coalesce((body ->> 'encore')::boolean, false), d.nom, d.iban, d.bic
    from jsonb_to_record(body -> 'debiteur') as d (nom text, iban text, bic text)
  returning * into v_ordre;
  insert into app.ordre_paiements
    (ordre_id, paiement_id, sapeur_id, encore, montant, nom, iban, rue, no_rue, npa, localite, pays)
  select v_ordre.id, p.id, p.sapeur_id, e.encore, p.total, coalesce(c.nom, ''), coalesce(c.iban, ''), coalesce(a.rue, ''),
         coalesce(a.no_rue, ''), coalesce(a.npa, ''), coalesce(a.localite, ''), coalesce(a.pays, '')
    from jsonb_to_recordset(body -> 'paiements') as b (id bigint, nom text, iban text, adresse jsonb)
    join app.paiements p on p.sis_key = request.sis_key() and p.decompte_id = v_ordre.decompte_id and p.id = b.id
    -- Of erased people nothing is written: api.paiements_json takes it from audit.identites_paie, until the term ends.
    left join lateral (
      select b.nom, b.iban, b.adresse
       where not exists (select from audit.identites_paie i where i.sis_key = p.sis_key and i.sapeur_id = p.sapeur_id)
    ) c on true
    left join lateral jsonb_to_record(c.adresse) as a (rue text, no_rue text, npa text, localite text, pays text) on true
   cross join lateral (
     select exists (
       select from app.ordre_paiements o where o.sis_key = p.sis_key and o.paiement_id = p.id
     ) as encore
   ) e;
  return json_build_object('data', api.as_json(v_ordre), 'avertissements', body -> 'avertissements');
end;
$$;
comment on function api.create_decompte_ordre(bigint, jsonb) is
  'Records an order to the bank {paiements: [{id, nom, iban, adresse}], debiteur, date, encore, avertissements} for payments of a décompte, and returns {data, avertissements}. PT404, PT409 for a payment that stands in an earlier order, unless it is to be paid again (encore). Definer: nobody is granted writing orders.';
grant execute on function api.create_decompte_ordre(bigint, jsonb) to caserne_api;

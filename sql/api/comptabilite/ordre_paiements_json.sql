create or replace function api.paiements_json(ordre app.ordres) returns json
  language sql stable
as $$
  select json_agg(
           json_build_object(
             'id', o.paiement_id,
             'sapeur_id', o.sapeur_id,
             'montant', o.montant::text,
             -- An erasure has emptied what the bank got.
             'nom', coalesce(nullif(o.nom, ''), c.prenom || ' ' || c.nom),
             'iban', coalesce(nullif(o.iban, ''), c.iban),
             'adresse', case
                          when o.nom <> '' then json_build_object(
                            'rue', o.rue, 'no_rue', o.no_rue, 'npa', o.npa, 'localite', o.localite, 'pays', o.pays)
                          else json_build_object(
                            'rue', c.rue, 'no_rue', c.no_rue, 'npa', c.npa, 'localite', c.localite, 'pays', c.pays)
                        end
           )
           order by o.paiement_id
         )
    from app.ordre_paiements o
    left join app.coordonnees_paie(
           array(
             select e.sapeur_id
               from app.ordre_paiements e
              where e.sis_key = ordre.sis_key
                and e.ordre_id = ordre.id
                and e.nom = ''
           )
         ) c on c.sapeur_id = o.sapeur_id
   where o.sis_key = ordre.sis_key
     and o.ordre_id = ordre.id
$$;
comment on function api.paiements_json(app.ordres) is
  'Payments of an order to the bank, each with name, IBAN and address as the bank got them, or for erased people as pay records keep them.';
grant execute on function api.paiements_json(app.ordres) to caserne_api;

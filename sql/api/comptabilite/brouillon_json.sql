create or replace function api.brouillon_json(decompte_id bigint) returns json
  language sql stable
as $$
  select json_build_object(
    'sis_key', d.sis_key,
    'decompte_id', d.id,
    'designation', d.designation,
    'created_at', request.utc_micros(d.created_at),
    'today', app.today(),
    'ordre', null,
    'debiteur', (
      select json_build_object('nom', s.nom, 'iban', s.iban, 'bic', s.bic) from app.sis s where s.sis_key = d.sis_key
    ),
    'paiements', coalesce(
      (
        select json_agg(
                 json_build_object(
                   'id', p.id,
                   'sapeur_id', p.sapeur_id,
                   'montant', p.total::text,
                   'nom', c.prenom || ' ' || c.nom,
                   'iban', c.iban,
                   'adresse', json_build_object(
                     'rue', c.rue, 'no_rue', c.no_rue, 'npa', c.npa, 'localite', c.localite, 'pays', c.pays
                   )
                 )
                 order by c.nom_prenom, p.id
               )
          from app.paiements p
          join app.coordonnees_paie(
                 array(
                   select m.sapeur_id
                     from app.paiements m
                    where m.sis_key = d.sis_key
                      and m.decompte_id = d.id
                      and m.total > 0
                 )
               ) c on c.sapeur_id = p.sapeur_id
         where p.sis_key = d.sis_key
           and p.decompte_id = d.id
           and p.total > 0
      ),
      '[]'
    )
  )
    from app.decomptes d
   where d.sis_key = request.sis_key()
     and d.id = brouillon_json.decompte_id
$$;
comment on function api.brouillon_json(bigint) is
  'A draft of the order to the bank for a décompte: the account of the SIS, and the payments above 0 with name, IBAN and address as they are now; null when there is no such décompte to see.';
grant execute on function api.brouillon_json(bigint) to caserne_api;

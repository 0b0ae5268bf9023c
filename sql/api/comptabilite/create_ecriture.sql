create or replace function api.create_ecriture(body jsonb) returns json
  language sql volatile
as $$
  insert into app.ecritures
    (exercice_comptable_id, sapeur_id, date, heure, designation, complement, quantite, type_unite_id, tarif, total, type, module,
     compte_id, ecriture_categorie_id)
  select e.exercice_comptable_id, e.sapeur_id, e.date, e.heure, e.designation, e.complement, e.quantite, e.type_unite_id, e.tarif,
         e.total, e.type, e.module, e.compte_id, e.ecriture_categorie_id
    from app.complete_ecriture(
      jsonb_populate_record(
        null::app.ecritures,
        jsonb_build_object('complement', '', 'quantite', 1, 'type_unite_id', app.unite_piece(), 'type', 0, 'module', 0)
          || jsonb_strip_nulls(body)
      ),
      body
    ) e
  returning api.as_json(ecritures)
$$;
comment on function api.create_ecriture(jsonb) is
  'Adds an entry by hand. PT409, PT422.';
grant execute on function api.create_ecriture(jsonb) to caserne_api;

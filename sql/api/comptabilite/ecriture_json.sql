-- The columns are those of the wire. Where a list has this function in FROM, PostgreSQL inlines it, and makes the JSON of
-- a row in two thirds of the time of json_build_object.
create or replace function api.ecriture_json(ecriture app.ecritures)
  returns table (
    id bigint, exercice_comptable_id bigint, sapeur_id bigint, date date, heure time, designation text, complement text,
    quantite text, type_unite_id bigint, tarif text, taux text, taux_designation text, total text, type smallint, module smallint,
    compte_id bigint, ecriture_categorie_id bigint, intervention_id bigint, exercice_id bigint, decompte_id bigint,
    created_by text, created_at text
  )
  language sql stable
as $$
  select ecriture.id, ecriture.exercice_comptable_id, ecriture.sapeur_id, ecriture.date, ecriture.heure, ecriture.designation,
         ecriture.complement, ecriture.quantite::text, ecriture.type_unite_id, ecriture.tarif::text, round(ecriture.taux, 2)::text,
         ecriture.taux_designation, ecriture.total::text, ecriture.type, ecriture.module, ecriture.compte_id,
         ecriture.ecriture_categorie_id, ecriture.intervention_id, ecriture.exercice_id, ecriture.decompte_id,
         ecriture.created_by, request.utc_micros(ecriture.created_at)
$$;
comment on function api.ecriture_json(app.ecritures) is
  'The fields of an accounting entry on the wire.';
grant execute on function api.ecriture_json(app.ecritures) to caserne_api;

create or replace function api.as_json(ecriture app.ecritures) returns json
  language sql stable
as $$
  select to_json(f) from api.ecriture_json(ecriture) f
$$;
comment on function api.as_json(app.ecritures) is
  'An accounting entry on the wire.';
grant execute on function api.as_json(app.ecritures) to caserne_api;

-- Definer: whoever imputes need not see exercices, and nobody else may fine. Absences and entries are written by one
-- statement: both or none.
create or replace function app.impute_amendes(exercice_comptable_id bigint) returns setof app.ecritures
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables := app.lock_annee_to_impute(exercice_comptable_id);
  v_created_by constant text := app.caller_name();
begin
  if (app.amende_de_rang(1)).id is null and exists (select from app.rangs_amendes(v_exercice.id)) then
    raise sqlstate 'PT409' using message = 'Aucune amende n’est prévue pour la première absence';
  end if;
  return query
    with rangs as materialized (
      select * from app.rangs_amendes(v_exercice.id)
    ),
    amendes as materialized (
      select n.rang, a.id, a.montant, a.compte_id
        from (select distinct r.rang from rangs r) n
       cross join lateral app.amende_de_rang(n.rang) a
    ),
    marquees as (
      update app.exercice_sapeurs s
         set excuse_statut = -2, amende_rang = r.rang
        from rangs r
       where s.sis_key = request.sis_key()
         and s.id = r.id
    )
    insert into app.ecritures (
      exercice_comptable_id, sapeur_id, date, heure, designation, complement, tarif, total, module, compte_id, exercice_id, amende_id,
      created_by
    )
    select v_exercice.id, r.sapeur_id, r.date, r.heure, r.designation,
           format('%s absence non excusée', case r.rang when 1 then '1re' else r.rang || 'e' end), a.montant, a.montant, 5, a.compte_id,
           r.exercice_id, a.id, v_created_by
      from rangs r
      join amendes a on a.rang = r.rang
      join app.sapeurs p on p.sis_key = v_exercice.sis_key and p.id = r.sapeur_id
     order by r.date, r.heure, r.exercice_id, p.nom_prenom, p.id
    returning *;
end;
$$;
comment on function app.impute_amendes(bigint) is
  'Fines the unexcused absences of an accounting year that are not fined yet: writes their entries and ranks, sets their excuses to -2, and returns the entries. PT403, PT404, PT409. Definer: to see exercices and write excuses.';
grant execute on function app.impute_amendes(bigint) to caserne_api;

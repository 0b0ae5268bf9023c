-- Definer: callers who impute need not see exercices, and nobody else may fine. Rows are found by their ids, rank by
-- rank: a join with the absences may lead the planner to read the rows of all years.
create or replace function app.impute_amendes(exercice_comptable_id bigint) returns setof app.ecritures
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables := app.lock_amendes(exercice_comptable_id);
  v_created_by constant text := app.caller_name();
  v_rang integer;
  v_rangs integer[] := array[]::integer[];
  v_ids bigint[];
  v_amendees bigint[] := array[]::bigint[];
begin
  for v_rang, v_ids in
    select r.rang, array_agg(r.id) from app.rangs_amendes(v_exercice.id) r group by r.rang order by r.rang
  loop
    if (app.amende_de_rang(v_rang)).id is null then
      raise sqlstate 'PT409' using message = format('Aucune amende n’est prévue pour le rang %s', v_rang);
    end if;
    update app.exercice_sapeurs s
       set excuse_statut = -2, amende_rang = v_rang
     where s.sis_key = request.sis_key()
       and s.id = any (v_ids);
    v_rangs := v_rangs || v_rang;
    v_amendees := v_amendees || v_ids;
  end loop;
  return query
    with exercices as materialized (
      select x.id, x.date, x.heure, x.designation
        from app.exercices x
       where x.sis_key = request.sis_key()
         and x.exercice_comptable_id = v_exercice.id
    ),
    amendes as materialized (
      select r.rang, a.id, a.montant, a.compte_id from unnest(v_rangs) as r (rang) cross join lateral app.amende_de_rang(r.rang) a
    )
    insert into app.ecritures (
      exercice_comptable_id, sapeur_id, date, heure, designation, complement, tarif, total, module, compte_id, exercice_id, amende_id,
      created_by
    )
    select v_exercice.id, s.sapeur_id, x.date, x.heure, x.designation,
           format('%s absence non excusée', case a.rang when 1 then '1re' else a.rang || 'e' end), a.montant, a.montant, 5,
           a.compte_id, x.id, a.id, v_created_by
      from app.exercice_sapeurs s
      join exercices x on x.id = s.exercice_id
      join amendes a on a.rang = s.amende_rang
     where s.sis_key = request.sis_key()
       and s.id = any (v_amendees)
     order by x.date, x.heure, x.id, s.sapeur_id
    returning *;
end;
$$;
comment on function app.impute_amendes(bigint) is
  'Fines the unexcused absences of an accounting year that are not fined yet: writes their entries and ranks, sets their excuses to -2, and returns the entries. PT403, PT404, PT409. Definer: to see exercices and write excuses.';
grant execute on function app.impute_amendes(bigint) to caserne_api;

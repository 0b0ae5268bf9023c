-- Pay, made by the operations of the API, as the accountant calls them: a décompte for each half-year, with the yearly
-- allowances and fines in the second one. All décomptes but the newest are paid, the oldest year is closed, and what
-- came after the newest décompte is open. The SIS test keeps its accounts in Caserne since last year, so the oldest
-- year is closed there with all that was never imputed.

-- The commander of hs and the administrator of test also keep the accounts.
select request.open(u.id, request.sis_key(), string_to_array((request.opened())[3], ','), null)
  from auth.users u
 where u.email = case request.sis_key() when 'hs' then 'commandant@example.org' else 'autre@example.org' end;

-- Functions: 1 commander, 4 head of interventions, 6 head of a group. The commander's year is above the threshold of
-- minor wages.
select api.update_indemnite_annuelle(1, '{"tarif": "250.00"}');
select api.create_indemnite_annuelle(format(
         '{"fonction_id": %s, "designation": "Indemnité de fonction", "tarif": "%s", "type_unite_id": %s, "compte_id": 3,
           "ecriture_categorie_id": 3}', f.id, f.tarif, app.unite_mois())::jsonb)
  from (values (4, '120.00'), (6, '80.00')) as f (id, tarif);

-- The tables were filled in this transaction.
analyze app.interventions, app.intervention_sapeurs, app.intervention_phases, app.exercices, app.exercice_sapeurs, app.exercice_heures;

-- Imputes what is validated and of a span of days, but neither the newest exercice nor the twelve newest interventions
-- that are validated: those wait. The entries are those that the operations of the API write, here in one statement,
-- because one for each intervention takes several times as long.
create or replace function pg_temp.impute(depuis date, jusque date, imputation date) returns void
  language plpgsql volatile
as $$
declare
  v_interventions constant bigint[] := array(
    select i.id
      from (
        select i.*, row_number() over (order by i.date_debut desc, i.heure_debut desc) as rang
          from app.interventions i
         where i.sis_key = request.sis_key()
           and i.statut >= app.intervention_validee()
      ) i
     where i.statut = app.intervention_validee()
       and i.date_debut between depuis and jusque
       and i.rang > 12
     order by i.date_debut, i.no
  );
  v_exercices constant bigint[] := array(
    select e.id
      from (
        select e.*, row_number() over (order by e.date desc) as rang
          from app.exercices e
         where e.sis_key = request.sis_key()
           and e.statut >= app.exercice_valide()
      ) e
     where e.statut = app.exercice_valide()
       and e.date between depuis and jusque
       and e.rang > 1
     order by e.date
  );
begin
  insert into app.ecritures (
    exercice_comptable_id, sapeur_id, date, heure, designation, complement, quantite, type_unite_id, tarif, taux, taux_designation,
    total, type, module, compte_id, ecriture_categorie_id, intervention_id, exercice_id, indemnite_intervention_id,
    indemnite_exercice_id, created_by
  )
  select e.exercice_comptable_id, e.sapeur_id, e.date, e.heure, e.designation, e.complement, e.quantite, e.type_unite_id, e.tarif,
         e.taux, e.taux_designation, e.total, e.type, e.module, e.compte_id, e.ecriture_categorie_id, e.intervention_id,
         e.exercice_id, e.indemnite_intervention_id, e.indemnite_exercice_id, e.created_by
    from (
      select e.*
        from unnest(v_interventions) as i (id)
       cross join lateral app.list_ecritures_intervention(i.id, 1, 2) e
      union all
      select e.*
        from app.exercices x
       cross join lateral app.ecritures_exercice(x) e
       where x.sis_key = request.sis_key()
         and x.id = any (v_exercices)
    ) e;
  update app.interventions i
     set statut = app.intervention_imputee(), date_imputation = imputation
   where i.sis_key = request.sis_key()
     and i.id = any (v_interventions);
  update app.exercices e
     set statut = app.exercice_impute()
   where e.sis_key = request.sis_key()
     and e.id = any (v_exercices);
end;
$$;

-- Hands out the order of a décompte to the bank, as the server does.
create or replace function pg_temp.order_paiements(decompte_id bigint, execution date) returns void
  language sql volatile
as $$
  select api.create_decompte_ordre(
           decompte_id,
           jsonb_build_object(
             'date', execution, 'encore', false, 'avertissements', json_build_array(),
             'debiteur', b.brouillon -> 'debiteur', 'paiements', b.brouillon -> 'paiements')
         )
    from (select api.brouillon_json(decompte_id) as brouillon) b
$$;

do $$
declare
  v_today constant date := current_setting('demo.today')::date;
  v_semestre record;
  v_decompte json;
begin
  for v_semestre in
    select e.id, s.designation || ' ' || e.annee as designation, d.debut, d.fin, (d.fin + interval '10 days')::date as date, s.mois = 12 as dernier,
           lead(e.id) over (order by d.fin) is null as nouveau
      from app.exercices_comptables e
     cross join (values (6, 'Premier semestre'), (12, 'Second semestre')) as s (mois, designation)
     cross join lateral (
       select make_date(e.annee, s.mois - 5, 1) as debut, (make_date(e.annee, s.mois, 1) + interval '1 month -1 day')::date as fin
     ) d
     where e.sis_key = request.sis_key()
       and d.fin + 10 < v_today
       and (e.sis_key = 'hs' or e.annee > extract(year from v_today) - 2)
     order by d.fin
  loop
    perform pg_temp.impute(v_semestre.debut, v_semestre.fin, v_semestre.date);
    -- Six cadres are paid for their telephones, every sixth sapeur for their drives.
    perform api.create_ecriture(jsonb_build_object(
              'sapeur_id', p.id, 'date', v_semestre.fin, 'designation', f.designation, 'quantite', f.quantite, 'type_unite_id', f.unite,
              'tarif', f.tarif, 'type', f.type, 'module', 8, 'compte_id', 5, 'ecriture_categorie_id', 5))
       from (select s.id, row_number() over (order by s.id) as n from app.sapeurs s where s.sis_key = request.sis_key() and s.type = 0) p
       join (values (true, 'Téléphone', 6, 1, 5.00, 3), (false, 'Déplacements', 38, 4, 0.70, 4))
              as f (forfaitaire, designation, quantite, unite, tarif, type)
         on case when f.forfaitaire then p.n <= 6 else p.n % 6 = 0 end
      order by p.n, f.designation;
    if v_semestre.dernier then
      perform app.impute_annuel(v_semestre.id, null);
      perform app.impute_amendes(v_semestre.id);
    end if;
    v_decompte := api.create_decompte(jsonb_build_object(
      'exercice_comptable_id', v_semestre.id, 'designation', v_semestre.designation, 'date', v_semestre.date, 'deduction', true));
    if not v_semestre.nouveau then
      perform pg_temp.order_paiements((v_decompte #>> '{data,id}')::bigint, v_semestre.date + 5);
      perform api.payer_decompte((v_decompte #>> '{data,id}')::bigint, jsonb_build_object('date', v_semestre.date + 5));
    end if;
  end loop;

  -- Since then: interventions are imputed after two months more, and one drive was entered.
  perform pg_temp.impute(v_semestre.fin, v_today, v_today - 14);
  perform api.create_ecriture(jsonb_build_object(
            'sapeur_id', s.id, 'date', v_today - 20, 'designation', 'Déplacement au cours de formateurs', 'quantite', 46,
            'type_unite_id', 4, 'tarif', 0.70, 'type', 4, 'module', 8, 'compte_id', 5, 'ecriture_categorie_id', 5))
     from app.sapeurs s
    where s.sis_key = request.sis_key()
      and s.nom = case s.sis_key when 'hs' then 'Berberat' else 'Charmillot' end;
end;
$$;

select api.update_exercice_comptable(e.id, jsonb_build_object('boucle', true, 'forcer', e.sis_key = 'test'))
  from app.exercices_comptables e
 where e.sis_key = request.sis_key()
   and e.annee = extract(year from current_setting('demo.today')::date) - 2;

-- Validation and pay. All interventions but the last twelve are validated. Those of the two past years are imputed and
-- paid by décomptes. The oldest year is closed.

update app.interventions i
   set statut = 2,
       validated_by = v.name,
       validated_at = (i.date_fin + i.heure_fin) at time zone app.fuseau() + interval '3 days'
  from (
    select id, row_number() over (order by date_debut desc, heure_debut desc) as rang
      from app.interventions
     where sis_key = request.sis_key()
  ) r,
  (
    select u.name
      from auth.users u
     where u.email = case request.sis_key() when 'hs' then 'commandant@example.org' else 'autre@example.org' end
  ) v
 where i.sis_key = request.sis_key()
   and i.id = r.id
   and i.statut = 1
   and r.rang > 12;

-- The newer interventions of last year are not imputed yet.
insert into app.decomptes (exercice_comptable_id, designation, date)
select e.id, d.designation || ' ' || e.annee, (make_date(e.annee, 1, 10) + d.mois * interval '1 month')::date
  from app.exercices_comptables e
  join (values (6, 'Premier semestre', 1), (9, 'Troisième trimestre', 1), (12, 'Quatrième trimestre', 2)) as d (mois, designation, recul)
    on e.annee <= extract(year from current_setting('demo.today')::date) - d.recul
 where e.sis_key = request.sis_key()
 order by e.annee, d.mois;

-- Pay per hour: 32 francs at an intervention, 16 on standby, 25 at an exercice.
with periodes as (
  select d.*, date_trunc('month', d.date)::date as jusque,
         coalesce(lag(date_trunc('month', d.date)::date) over (partition by d.exercice_comptable_id order by d.date), '-infinity') as des
    from app.decomptes d
   where d.sis_key = request.sis_key()
),
interventions as (
  insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, quantite, total, decompte_id, intervention_id)
  select i.exercice_comptable_id, p.sapeur_id, i.date_debut, 'Intervention ' || i.numero, h.heures,
         round(h.heures * case when p.piquet then 16 else 32 end, 2), d.id, i.id
    from periodes d
    join app.interventions i
      on i.sis_key = d.sis_key and i.exercice_comptable_id = d.exercice_comptable_id
     and i.date_debut >= d.des and i.date_debut < d.jusque and i.statut = 2
    join app.intervention_sapeurs p on p.sis_key = i.sis_key and p.intervention_id = i.id
   cross join lateral (select round(extract(epoch from p.fin - p.debut) / 3600, 2)) as h (heures)
   order by p.id
)
insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, quantite, total, decompte_id, exercice_id)
select e.exercice_comptable_id, s.sapeur_id, e.date, e.designation, e.duree / 60.0, round(e.duree / 60.0 * 25, 2), d.id, e.id
  from periodes d
  join app.exercices e
    on e.sis_key = d.sis_key and e.exercice_comptable_id = d.exercice_comptable_id
   and e.date >= d.des and e.date < d.jusque and e.statut = 3
  join app.exercice_sapeurs s on s.sis_key = e.sis_key and s.exercice_id = e.id and s.present
 order by s.id;

-- The cadres are the first of the list. The first décompte of a year pays them an allowance, less contributions.
insert into app.paiements (decompte_id, sapeur_id, date, solde, indemnite, frais_forfaitaire, frais_effectif, avs_ac)
select d.id, e.sapeur_id, d.date + 5, sum(e.total), i.indemnite, 20, case when p.n % 6 = 0 then 14.80 else 0 end,
       round(i.indemnite * 0.064, 2)
  from app.decomptes d
  join app.ecritures e on e.sis_key = d.sis_key and e.decompte_id = d.id
  join (select id, row_number() over (order by id) as n from app.sapeurs where sis_key = request.sis_key()) p on p.id = e.sapeur_id
 cross join lateral (
   select case when p.n <= 5 and d.designation like 'Premier%' then 1200 - p.n * 150 else 0 end::numeric(12, 2)
 ) as i (indemnite)
 where d.sis_key = request.sis_key()
 group by d.id, d.date, e.sapeur_id, p.n, i.indemnite
 order by d.id, e.sapeur_id;

-- Imputed interventions and exercices do not change any more.
update app.interventions i
   set statut = 3,
       date_imputation = d.date
  from app.decomptes d
 where i.sis_key = request.sis_key()
   and d.sis_key = i.sis_key
   and d.id = (select min(e.decompte_id) from app.ecritures e where e.sis_key = i.sis_key and e.intervention_id = i.id);
update app.exercices e
   set statut = 4
 where e.sis_key = request.sis_key()
   and exists (select from app.ecritures c where c.sis_key = e.sis_key and c.exercice_id = e.id);

update app.exercices_comptables e
   set boucle = true
 where e.sis_key = request.sis_key()
   and e.annee = extract(year from current_setting('demo.today')::date) - 2;

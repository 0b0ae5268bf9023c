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

-- By the tariffs that every SIS begins with, each hour alike: intervention, standby, exercice.
with periodes as (
  select d.*, date_trunc('month', d.date)::date as jusque,
         coalesce(lag(date_trunc('month', d.date)::date) over (partition by d.exercice_comptable_id order by d.date), '-infinity') as des
    from app.decomptes d
   where d.sis_key = request.sis_key()
),
interventions as (
  insert into app.ecritures
    (exercice_comptable_id, sapeur_id, date, heure, designation, quantite, type_unite_id, tarif, total, type, module, compte_id,
     ecriture_categorie_id, indemnite_intervention_id, decompte_id, intervention_id)
  select i.exercice_comptable_id, p.sapeur_id, i.date_debut, i.heure_debut, 'Intervention ' || i.numero, h.heures,
         app.unite_heure(), t.tarif, app.round05(h.heures * t.tarif), t.type, 2, t.compte_id, t.ecriture_categorie_id, t.id, d.id, i.id
    from periodes d
    join app.interventions i
      on i.sis_key = d.sis_key and i.exercice_comptable_id = d.exercice_comptable_id
     and i.date_debut >= d.des and i.date_debut < d.jusque and i.statut = 2
    join app.intervention_sapeurs p on p.sis_key = i.sis_key and p.intervention_id = i.id
    join app.indemnites_intervention t on t.sis_key = i.sis_key and t.id = case when p.piquet then 2 else 1 end
   cross join lateral (select round(extract(epoch from p.fin - p.debut) / 3600, 2)) as h (heures)
   order by p.id
)
insert into app.ecritures
  (exercice_comptable_id, sapeur_id, date, heure, designation, quantite, type_unite_id, tarif, total, type, module, compte_id,
   ecriture_categorie_id, decompte_id, exercice_id)
select e.exercice_comptable_id, s.sapeur_id, e.date, e.heure, e.designation, e.duree / 60.0, t.type_unite_id, t.tarif,
       app.round05(e.duree / 60.0 * t.tarif), t.type, 1, t.compte_id, t.ecriture_categorie_id, d.id, e.id
  from periodes d
  join app.exercices e
    on e.sis_key = d.sis_key and e.exercice_comptable_id = d.exercice_comptable_id
   and e.date >= d.des and e.date < d.jusque and e.statut = 3
  join app.exercice_sapeurs s on s.sis_key = e.sis_key and s.exercice_id = e.id and s.present
  join app.indemnites_exercice t on t.sis_key = e.sis_key and t.fonction_id is null
 order by s.id;

-- The cadres are the first of the list. The first décompte of a year pays them an allowance. Everyone gets lump-sum
-- expenses, every sixth sapeur actual ones.
insert into app.ecritures
  (exercice_comptable_id, sapeur_id, date, designation, tarif, total, type, module, compte_id, ecriture_categorie_id, decompte_id)
select d.exercice_comptable_id, g.id, d.date, f.designation, f.montant, f.montant, f.type, f.module, f.compte_id,
       f.ecriture_categorie_id, d.id
  from app.decomptes d
  join (select id, row_number() over (order by id) as n from app.sapeurs where sis_key = request.sis_key()) g on exists (
    select from app.ecritures e where e.sis_key = d.sis_key and e.decompte_id = d.id and e.sapeur_id = g.id
  )
 cross join lateral (
   values ('Indemnité de fonction', case when g.n <= 5 and d.designation like 'Premier%' then 3200 - g.n * 200 end, 2, 3, 3, 3),
          ('Frais forfaitaires', 20, 3, 0, 5, 5),
          ('Déplacement', case when g.n % 6 = 0 then 14.80 end, 4, 8, 5, 5)
 ) as f (designation, montant, type, module, compte_id, ecriture_categorie_id)
 where d.sis_key = request.sis_key()
   and f.montant is not null
 order by d.id, g.id;

-- Nobody has more solde than is exempt, so only allowances above the threshold of minor wages owe contributions.
insert into app.paiements
  (decompte_id, sapeur_id, date, solde, indemnite, frais_forfaitaire, frais_effectif, avs_ac, avs, ac)
select d.id, p.sapeur_id, d.date + 5, p.solde, p.indemnite, p.frais_forfaitaire, p.frais_effectif, c.avs + c.ac, c.avs, c.ac
  from (
    select decompte_id, sapeur_id, coalesce(sum(total) filter (where type = 1), 0) as solde,
           coalesce(sum(total) filter (where type = 2), 0) as indemnite,
           coalesce(sum(total) filter (where type = 3), 0) as frais_forfaitaire,
           coalesce(sum(total) filter (where type = 4), 0) as frais_effectif
      from app.ecritures
     where sis_key = request.sis_key()
     group by decompte_id, sapeur_id
  ) p
  join app.decomptes d on d.sis_key = request.sis_key() and d.id = p.decompte_id
  join app.avs_params a on a.sis_key = d.sis_key and a.exercice_comptable_id = d.exercice_comptable_id
 cross join lateral (
   select app.round05(t.taxable * a.taux_avs / 2) as avs, app.round05(t.taxable * a.taux_ac / 2) as ac
     from (select case when p.indemnite > a.franchise_avs then p.indemnite else 0 end as taxable) t
 ) c
 order by d.id, p.sapeur_id;

-- Contributions: the part of each sapeur, and both parts, which the service pays.
insert into app.ecritures
  (exercice_comptable_id, sapeur_id, date, designation, tarif, total, type, module, compte_id, ecriture_categorie_id, decompte_id)
select d.exercice_comptable_id, c.sapeur_id, d.date, 'Cotisations AVS/AC', c.total, c.total, 5, 4, app.compte_avs(),
       app.ecriture_categorie_avs(), d.id
  from app.decomptes d
  join (
    select decompte_id, sapeur_id, -avs_ac as total from app.paiements where sis_key = request.sis_key() and avs_ac > 0
    union all
    select decompte_id, null, 2 * sum(avs_ac)
      from app.paiements
     where sis_key = request.sis_key()
     group by decompte_id
    having sum(avs_ac) > 0
  ) c on c.decompte_id = d.id
 where d.sis_key = request.sis_key()
 order by d.id, c.sapeur_id;
update app.decomptes d
   set deduction = p.avs_ac <> 0,
       total = p.total + p.avs_ac,
       avs_total = p.avs,
       ac_total = p.ac,
       a_payer_total = p.total,
       paye_le = d.date + 5
  from (
    select decompte_id, sum(total) as total, sum(avs_ac) as avs_ac, sum(avs) as avs, sum(ac) as ac
      from app.paiements
     where sis_key = request.sis_key()
     group by decompte_id
  ) p
 where d.sis_key = request.sis_key()
   and d.id = p.decompte_id;

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

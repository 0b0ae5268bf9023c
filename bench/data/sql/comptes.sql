-- Two décomptes for each half year that is imputed: an écriture for each presence, and the sum as paiement.
set session_replication_role = replica;
create unlogged table bench.decomptes as
select a.id * 2 - 1 + h as id, a.sis_key, a.no, a.id as exercice_comptable_id, a.annee, h,
       (make_date(a.annee, 7, 1) + h * interval '6 months')::date as date
  from bench.annees a
 cross join generate_series(0, 1) as h
 where make_date(a.annee, 1 + h * 6, 1) < bench.open_since();

insert into app.decomptes (sis_key, id, exercice_comptable_id, designation, date)
overriding system value
select d.sis_key, d.id, d.exercice_comptable_id, (array['Premier', 'Second'])[1 + d.h] || ' semestre ' || d.annee, d.date
  from bench.decomptes d
 order by d.id;

insert into app.ecritures (sis_key, id, exercice_comptable_id, sapeur_id, date, designation, quantite, total, decompte_id, intervention_id)
overriding system value
select i.sis_key, i.presence + n, i.exercice_comptable_id, i.before + 1 + (i.first + n - 1) % i.actifs, i.debut::date,
       'Intervention ' || i.annee || '-' || lpad(i.no::text, greatest(3, length(i.no::text)), '0'), round(m / 60.0, 2),
       round(m / 60.0 * case when n > 12 then 16 else 32 end, 2), i.exercice_comptable_id * 2 - case when extract(month from i.debut) < 7 then 1 else 0 end, i.id
  from bench.interventions i
 cross join lateral generate_series(1, i.presences) as n
 cross join lateral (select bench.stay(i.id, n, i.duree) as m) d
 where i.statut = 3
 order by i.id, n;

insert into app.paiements (sis_key, id, decompte_id, sapeur_id, date, solde, frais_forfaitaire)
overriding system value
select e.sis_key, row_number() over (order by e.decompte_id, e.sapeur_id), e.decompte_id, e.sapeur_id, d.date + 5, e.total, 20
  from (select sis_key, decompte_id, sapeur_id, sum(total) as total from app.ecritures group by 1, 2, 3) e
  join bench.decomptes d on d.id = e.decompte_id;

-- Alarms: most began an intervention; some only inform. All are read, except the latest of each SIS: about thirty in
-- some SIS, two or three in the others. Ids follow from those of the interventions.
set session_replication_role = replica;
create temporary view a as
select i.sis_key, i.sis_no, i.id as intervention_id, i.id * 2 - 1 + n as id, n = 0 as own, i.before, i.actifs, i.first, s.code, s.objet, s.degre,
       i.rang > case when (i.sis_no - 1) % bench.setting('openEach') = 0 then 25 else 2 end as validated,
       i.debut at time zone 'Europe/Zurich' + (n * 7 - 1) * interval '1 minute' as date
  from bench.interventions i
  join bench.scenarios s on s.i = i.scenario
 cross join generate_series(0, 1) as n
 where i.id between current_setting('bench.from')::bigint and current_setting('bench.to')::bigint
   and case n when 0 then i.alarme else i.autre_alarme end
 order by i.id, n;

insert into app.alarmes (
  sis_key, id, empreinte, date, type, code, couleur, adresse, complement, description, date_creation, debut, fin, lat, lon, lv95_e, lv95_n,
  validated, intervention_voulue, intervention_id, created_at, changed_in
)
overriding system value
select a.sis_key, a.id, md5(a.id::text), a.date, 'Alarme réelle', coalesce(a.code, 'FEU'), (array['GRIS', 'BLEU', 'JAUNE', 'ROUGE'])[a.degre],
       format('%s Localité %s, Rue de la Gare %s', 1000 + a.sis_no * 5, a.sis_no * 5, 1 + a.intervention_id % 60), 'Bâtiment B', a.objet,
       a.date - interval '70 seconds', a.date, a.date + interval '4 minutes', 46 + bench.draw(a.intervention_id, 30, 1500) / 1000.0,
       6 + bench.draw(a.intervention_id, 31, 3000) / 1000.0, 2485000 + bench.draw(a.id, 40, 300000), 1076000 + bench.draw(a.id, 41, 200000),
       a.validated, a.own, case when a.own then a.intervention_id end, a.date + interval '5 seconds', '3'
  from a;

insert into app.alarme_groupes (sis_key, id, alarme_id, no, nom)
overriding system value
select a.sis_key, a.id * 2 - g, a.id, (array['91', '90'])[1 + g], (array['1er secours', 'EM'])[1 + g]
  from a
 cross join generate_series(0, 1) as g
 where g = 0 or a.degre > 2;

insert into app.alarme_personnes (sis_key, id, alarme_id, groupe_no, groupe_nom, nom_complet, telephones, sapeur_id, fonction)
overriding system value
select a.sis_key, a.id * 8 + p, a.id, '91', '1er secours', s.nom || ' ' || s.prenom, array['+41' || replace(substr(s.numero, 2), ' ', '')], s.id,
       case p when 0 then 'Chef d’intervention' else 'Porteur' end
  from a
 cross join generate_series(0, bench.setting('personnes')::integer - 1) as p
  join bench.sapeurs s on s.id = a.before + 1 + (a.first + p) % a.actifs;

drop view a;

-- 30 alarms that are not validated, each with two groups and five people, in the SIS of request.sis_key.
insert into app.alarmes (date, type, code, couleur, adresse, complement, description, date_creation, debut, fin,
                         lat, lon, lv95_e, lv95_n, validated, intervention_voulue)
select i.debut, 'Alarme réelle', 'FEU BAT', 'ROUGE', '2800 Delémont, Rue de la Gare ' || n, 'Cheminée', 'Feu bâtiment',
       i.debut - interval '90 seconds', i.debut, i.debut + interval '4 minutes', 47.364501, 7.347123, 2593067, 1246045,
       false, true
  from generate_series(1, 30) as n,
       lateral (select timestamptz '2026-11-20 12:00:00Z' - n * interval '17 hours') as i (debut);

insert into app.alarme_groupes (alarme_id, no, nom)
select a.id, g.no, g.nom
  from app.alarmes a, (values ('90', 'EM'), ('91', '1er secours')) as g (no, nom)
 where a.sis_key = request.sis_key() and a.complement = 'Cheminée';

insert into app.alarme_personnes (alarme_id, groupe_no, groupe_nom, nom_complet, telephones, sapeur_id, fonction)
select g.alarme_id, g.no, g.nom, s.nom_prenom, array['+417955510' || p.n], s.id, 'Porteur'
  from app.alarme_groupes g
  join app.alarmes a on a.sis_key = g.sis_key and a.id = g.alarme_id and a.complement = 'Cheminée'
  join generate_series(10, 14) as p (n) on (p.n <= 12) = (g.no = '90')
  join lateral (
    select * from app.sapeurs s where s.sis_key = g.sis_key order by s.id offset p.n - 10 limit 1
  ) s on true
 where g.sis_key = request.sis_key();

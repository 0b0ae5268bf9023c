-- 1,000 SIS with 300 alarms each, 30 of them not yet validated. Each alarm has two groups and five people. A superuser
-- runs this file and bypasses the policies. Triggers are off: they would take minutes and change nothing that is measured.
set session_replication_role = replica;

insert into auth.sis (api_key, nom, abreviation)
select 'b' || s, 'SIS Banc ' || s, 'B' || s from generate_series(1, 1000) as s;

insert into app.sis (sis_key) select 'b' || s from generate_series(1, 1000) as s;

insert into app.sapeurs (sis_key, nom, prenom)
select 'b' || s, 'Nom' || n, 'Prénom' || n
  from generate_series(1, 1000) as s, generate_series(1, 20) as n;

insert into app.alarmes (sis_key, date, type, code, couleur, adresse, complement, description, date_creation, debut, fin,
                         lat, lon, lv95_e, lv95_n, validated, intervention_voulue)
select 'b' || s, i.debut, 'Alarme réelle', 'FEU BAT', 'ROUGE', '2800 Delémont, Rue de la Gare ' || n, 'Cheminée', 'Feu bâtiment',
       i.debut - interval '90 seconds', i.debut, i.debut + interval '4 minutes', 47.364501, 7.347123, 2593067, 1246045,
       n > 30, true
  from generate_series(1, 300) as n, generate_series(1, 1000) as s,
       lateral (select timestamptz '2026-11-20 12:00:00Z' - n * interval '17 hours') as i (debut);

insert into app.alarme_groupes (sis_key, alarme_id, no, nom)
select a.sis_key, a.id, g.no, g.nom
  from app.alarmes a, (values ('90', 'EM'), ('91', '1er secours')) as g (no, nom);

insert into app.alarme_personnes (sis_key, alarme_id, groupe_no, groupe_nom, nom_complet, telephones, sapeur_id, fonction)
select g.sis_key, g.alarme_id, g.no, g.nom, s.nom_prenom, array['+417955510' || p.n], s.id, 'Porteur'
  from app.alarme_groupes g
  join generate_series(10, 14) as p (n) on (p.n <= 12) = (g.no = '90')
  join lateral (
    select * from app.sapeurs s where s.sis_key = g.sis_key order by s.id offset p.n - 10 limit 1
  ) s on true;

insert into auth.users (name, email, password_hash) values ('Banc', 'banc@example.org', 'x');

set session_replication_role = origin;

-- So that both read settled tables.
vacuum (analyze, freeze) app.alarmes;
vacuum (analyze, freeze) app.alarme_groupes;
vacuum (analyze, freeze) app.alarme_personnes;
vacuum (analyze, freeze) app.sapeurs;
vacuum (analyze) auth.users;
vacuum (analyze) auth.sis;

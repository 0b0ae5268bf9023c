-- Twenty SIS with `budgets.years` years of history each. sis2 has three times as much of everything as the others, per
-- year and per record. Triggers and foreign keys are off, because they take much longer. A superuser runs this file and
-- bypasses the policies.
-- Accounting years begin half a year before today, so that no figure depends on the day of the run.
select auth.add_sis('sis' || n, 'SIS ' || n, 'S' || n) from generate_series(1, 20) n;

insert into auth.users (name, email, password_hash, email_verified_at) values ('Budget', 'budget@example.org', '!', now());

set session_replication_role = replica;

create temporary table tailles as
select 'sis' || n as sis_key, case n when 2 then 3 else 1 end as taille from generate_series(1, 20) n;

create temporary table annees as
select extract(year from current_date)::integer - k as annee, current_date + 183 - 365 * (k + 1) as debut, k
  from generate_series(0, current_setting('budgets.years')::integer - 1) k;

insert into app.localites (npa, nom, canton) select 2800 + n, 'Localité ' || n, 'JU' from generate_series(1, 60) n;

-- Rows of a SIS.
insert into app.vehicules (sis_key, designation) select sis_key, 'Véhicule ' || n from tailles, generate_series(1, 8 * taille) n;
insert into app.materiels (sis_key, designation) select sis_key, 'Matériel ' || n from tailles, generate_series(1, 8 * taille) n;
insert into app.groupes (sis_key, no, designation) select sis_key, n, 'Groupe ' || n from tailles, generate_series(1, 6 * taille) n;
insert into app.localites_sis (sis_key, localite_id)
select t.sis_key, l.id from tailles t, (select id, row_number() over (order by id) as n from app.localites) l where l.n <= 4 * t.taille;
insert into app.sis_contacts (sis_key, email, liste)
select sis_key, n || '@example.org', 'Rapports' from tailles, generate_series(1, 4 * taille) n;
insert into app.telephones_utiles (sis_key, nom, numero)
select sis_key, 'Service ' || n, '032 444 55 ' || 10 + n from tailles, generate_series(1, 4 * taille) n;
insert into app.sis_logos (sis_key, type, image) select sis_key, 'image/png', '\x89504e470d0a1a0a' from tailles;
insert into app.messageries (sis_key, host, port, utilisateur, mot_de_passe, expediteurs)
select sis_key, 'mail.example.org', 993, sis_key || '-' || n, '\x00', '{cet@example.org}' from tailles, generate_series(1, taille) n;
insert into jobs.releves (sis_key, messagerie_id) select sis_key, id from app.messageries;

insert into app.webhooks (sis_key, url, secret, evenements, user_id)
select sis_key, 'https://sms.example.org/' || n, '\x00', '{effectif}', 1 from tailles, generate_series(1, 4 * taille) n;
insert into app.appareils (sis_key, user_id, type, empreinte, abonnement)
select sis_key, 1, 'webpush', sha256(n::text::bytea), '\x00' from tailles, generate_series(1, 4 * taille) n;
insert into request.push_keys (publique, privee) values ('BP4z9KsN6nGR', '\x00');

-- People.
insert into app.sapeurs (sis_key, nom, prenom) select sis_key, 'Nom ' || n, 'Prénom ' || n from tailles, generate_series(1, 30 * taille) n;
create temporary table gens as select sis_key, id, row_number() over (partition by sis_key order by id) as n from app.sapeurs;
create index on gens (sis_key, n);
insert into app.particularites (sis_key, sapeur_id, email, date_naissance) select sis_key, id, id || '@example.org', '1990-03-14' from gens;
insert into app.salaires (sis_key, sapeur_id) select sis_key, id from gens;
insert into app.mutations (sis_key, sapeur_id, incorporation, sortie)
select sis_key, id, make_date(2000 + m, 1, 1), case when m < 2 * taille then make_date(2000 + m, 12, 31) end
  from gens join tailles using (sis_key), lateral generate_series(1, 2 * taille) m;
insert into app.sapeur_fonctions (sis_key, sapeur_id, fonction_id, debut)
select sis_key, id, m, '2015-01-01' from gens join tailles using (sis_key), lateral generate_series(1, 3 * taille) m;
insert into app.sapeur_grades (sis_key, sapeur_id, grade_id, debut)
select sis_key, id, m, '2015-01-01' from gens join tailles using (sis_key), lateral generate_series(1, 3 * taille) m;
insert into app.sapeur_permis (sis_key, sapeur_id, permis_type_id, date)
select sis_key, id, m, '2015-01-01' from gens join tailles using (sis_key), lateral generate_series(1, 3 * taille) m;
insert into app.telephones (sis_key, sapeur_id, numero)
select sis_key, id, '+4179' || 1000000 + id * 10 + m from gens join tailles using (sis_key), lateral generate_series(1, taille) m;
insert into app.groupe_sapeurs (sis_key, groupe_id, sapeur_id)
select g.sis_key, g.id, p.id from app.groupes g join gens p using (sis_key) where (p.n + g.id) % 3 = 0;
insert into app.materiel_personnel (sis_key, sapeur_id, designation, attribution)
select sis_key, id, 'Casque ' || m, '2015-01-01' from gens join tailles using (sis_key), lateral generate_series(1, 3 * taille) m;

-- Years.
insert into app.exercices_comptables (sis_key, annee, designation, debut, fin, dernier_no_vacant)
select sis_key, annee, annee, debut, debut + 364, 500 from annees, tailles;

insert into app.interventions (sis_key, exercice_comptable_id, no, numero, date_debut, heure_debut, date_fin, heure_fin, objet,
                               description, statut, stat_federal_id, type_intervention_id, intervention_traitement_id, secondes)
select e.sis_key, e.id, n, e.annee || '-' || lpad(n::text, 3, '0'), d.date, '08:00', d.date, '12:00', 'Feu', repeat('Fumée. ', 30), 1,
       1 + n % 11, 1 + n % 17, 1 + n % 3, 3600
  from app.exercices_comptables e
  join tailles using (sis_key), lateral generate_series(1, 25 * taille) n, lateral (select e.debut + n * 360 / (25 * taille) as date) d
 -- In the order of time, which scatters the rows of one SIS.
 order by d.date, e.sis_key, n;
create temporary table cas as
select i.sis_key, i.id, i.date_debut + time '08:00' as debut, taille from app.interventions i join tailles using (sis_key) order by i.id;
insert into app.intervention_sapeurs (sis_key, intervention_id, sapeur_id, debut, fin)
select c.sis_key, c.id, p.id, c.debut, c.debut + interval '1 hour'
  from cas c, gens p
 where p.sis_key = c.sis_key and p.n <= 6 * c.taille
 order by c.id, p.n;
insert into app.intervention_vehicules (sis_key, intervention_id, vehicule_id)
select c.sis_key, c.id, v.id from cas c join app.vehicules v using (sis_key) where (c.id + v.id) % 4 = 0 order by c.id;
insert into app.intervention_materiels (sis_key, intervention_id, materiel_id, quantite)
select c.sis_key, c.id, v.id, 1 from cas c join app.materiels v using (sis_key) where (c.id + v.id) % 4 = 0 order by c.id;
insert into app.intervention_groupes (sis_key, intervention_id, no, designation)
select sis_key, id, n, 'Groupe ' || n from cas, generate_series(1, 2 * taille) n order by id;
insert into app.intervention_missions (sis_key, intervention_id, titre, debut)
select sis_key, id, 'Mission ' || n, debut from cas, generate_series(1, 2 * taille) n order by id;
insert into app.intervention_jalons (sis_key, intervention_id, titre, date_time)
select sis_key, id, 'Jalon ' || n, debut from cas, generate_series(1, 2 * taille) n order by id;
insert into app.intervention_appels (sis_key, intervention_id, date)
select sis_key, id, debut from cas, generate_series(1, 2 * taille) n order by id;
insert into app.intervention_phases (sis_key, intervention_id, phase_type_id, debut)
select sis_key, id, 1, debut + n * interval '5 minutes' from cas, generate_series(0, taille) n order by id;
insert into app.intervention_quittances (sis_key, intervention_id, sapeur_id)
select c.sis_key, c.id, p.id from cas c join gens p using (sis_key) where p.n <= 3 * c.taille order by c.id;
insert into app.rapports_tablette (sis_key, intervention_id, avertissements, corps)
select sis_key, id, '{Heure corrigée}', '{"objet": "Feu"}' from cas, generate_series(1, taille) n order by id;

insert into app.exercices (sis_key, exercice_comptable_id, designation, date, heure, duree, statut, exercice_categorie_id)
select e.sis_key, e.id, 'Exercice ' || n, d.date, '19:30', 90, 2, 1
  from app.exercices_comptables e
  join tailles using (sis_key), lateral generate_series(1, 25 * taille) n, lateral (select e.debut + n * 360 / (25 * taille) as date) d
 order by d.date, e.sis_key, n;
insert into app.exercice_sapeurs (sis_key, exercice_id, sapeur_id, present, absent)
select x.sis_key, x.id, p.id, p.n % 3 > 0, p.n % 3 = 0
  from app.exercices x join tailles using (sis_key) join gens p using (sis_key) where p.n <= 5 * taille order by x.id, p.n;
insert into app.exercice_heures (sis_key, exercice_id, sapeur_id, heure_exercice_type_id, quantite)
select sis_key, exercice_id, sapeur_id, 1, 1.5 from app.exercice_sapeurs where present order by id;

insert into app.alarmes (sis_key, date, debut, type, code, adresse, validated, intervention_voulue)
select t.sis_key, d.date, d.date, 'Alarme réelle', 'FEU BAT', '2800 Delémont, Rue de la Gare ' || n, n > 5 * taille, true
  from tailles t, annees a, lateral generate_series(1, 25 * taille) n,
       lateral (select now() - a.k * interval '365 days' - n * interval '360 days' / (25 * taille) as date) d
 order by d.date, t.sis_key;
update app.alarmes a set validated = true where a.date < now() - interval '90 days';
insert into app.alarme_groupes (sis_key, alarme_id, no, nom)
select sis_key, id, n, 'Groupe ' || n from app.alarmes join tailles using (sis_key), lateral generate_series(1, 2 * taille) n order by id;
insert into app.alarme_personnes (sis_key, alarme_id, groupe_no, groupe_nom, nom_complet, telephones, sapeur_id)
select a.sis_key, a.id, 1, 'Groupe 1', 'Nom ' || p.n, '{+41791000000}', p.id
  from app.alarmes a join tailles using (sis_key) join gens p using (sis_key) where p.n <= 5 * taille order by a.id, p.n;

insert into app.envois (sis_key, lot, evenement, alarme_id, canal, sapeur_id, etat)
select p.sis_key, 'alarme-' || p.alarme_id, 'alarme', p.alarme_id, 'email', p.sapeur_id, 'remis'
  from app.alarme_personnes p join app.alarmes a on a.sis_key = p.sis_key and a.id = p.alarme_id;
insert into app.reponses_alarmes (sis_key, alarme_id, sapeur_id, reponse, source)
select p.sis_key, p.alarme_id, p.sapeur_id, 'vient', 'centrale'
  from app.alarme_personnes p join app.alarmes a on a.sis_key = p.sis_key and a.id = p.alarme_id
 where a.date > now() - interval '12 months' order by p.id;

insert into app.indisponibilites (sis_key, sapeur_id, debut, fin, motif, recurrence, dernier_jour)
select p.sis_key, p.id, d.date, d.date + interval '9 hours', 'travail', case when m = 1 then 'FREQ=DAILY;COUNT=300' end,
       d.date::date + case when m = 1 then 299 else 0 end
  from gens p, lateral generate_series(1, 12) m, lateral (select date_trunc('day', now()) - (m - 1) * interval '30 days' + interval '7 hours' as date) d
 order by m, p.id;
insert into app.piquets (sis_key, sapeur_id, debut, fin)
select p.sis_key, p.id, d.date, d.date + interval '7 days'
  from annees a cross join gens p, lateral (select date_trunc('day', now()) - (a.k * 50 - p.n) * interval '7 days' as date) d
 where p.n <= 45 order by d.date, p.id;
insert into app.disponibilites_jours (sis_key, jour, effectif, absents, piquets)
select t.sis_key, current_date - d - a.k * 365, array_fill(50::smallint, array[24]), array_fill(9::smallint, array[24]), array_fill(2::smallint, array[24])
  from tailles t, annees a, lateral generate_series(1, 365) d order by 2;
insert into app.effectif_requis (sis_key, designation, minimum, porteur) select t.sis_key, v.designation, 4, v.porteur
  from tailles t, lateral (values ('Effectif', null), ('Porteurs', true)) as v (designation, porteur);

insert into app.messages (sis_key, messagerie_id, uidvalidity, uid, message_id, sha256, expediteur, sujet, date, taille, etat, contenu, created_at)
select m.sis_key, m.id, 1, k * 100 + n, m.id || '-' || k || '-' || n, md5(m.id || '-' || k || '-' || n), 'cet@example.org', 'Alarme', d.date,
       3, case when n % 3 = 0 then 'failed' else 'alarm' end, 'raw', d.date
  from app.messageries m join tailles t using (sis_key), annees, lateral generate_series(1, 25 * t.taille) n,
       lateral (select now() - k * interval '365 days' - n * interval '360 days' / (25 * t.taille) as date) d
 order by d.date, m.id;

insert into app.decomptes (sis_key, exercice_comptable_id, designation, date)
select sis_key, id, 'Décompte ' || n, debut from app.exercices_comptables join tailles using (sis_key), lateral generate_series(1, taille) n;
insert into app.paiements (sis_key, decompte_id, sapeur_id, date, solde)
select d.sis_key, d.id, p.id, d.date, 100 from app.decomptes d join gens p using (sis_key);
insert into app.ordres (sis_key, decompte_id, date, nom, iban)
select d.sis_key, d.id, d.date, 'SIS', 'CH9300762011623852957' from app.decomptes d order by d.date, d.sis_key, d.id;
insert into app.ordre_paiements (sis_key, ordre_id, paiement_id, sapeur_id, montant, nom, iban, localite, pays)
select o.sis_key, o.id, p.id, p.sapeur_id, p.total, 'Léa Rochat', 'CH9300762011623852957', 'Bassecourt', 'CH'
  from app.ordres o join app.paiements p using (sis_key, decompte_id) order by o.id, p.id;
insert into app.ecritures (sis_key, exercice_comptable_id, decompte_id, sapeur_id, date, designation, total)
select d.sis_key, d.exercice_comptable_id, d.id, p.id, d.date, 'Écriture ' || m, 10
  from app.decomptes d join gens p using (sis_key), generate_series(1, 3) m order by d.date, d.sis_key, d.id, p.id;
-- Unpaid ones, and those of module 4, which are rare.
insert into app.ecritures (sis_key, exercice_comptable_id, sapeur_id, date, designation, module, total)
select p.sis_key, e.id, p.id, e.debut, 'Impayée', case when p.n = 1 then 4 else 2 end, 10
  from app.exercices_comptables e join gens p using (sis_key) order by e.debut, p.sis_key, p.id;

insert into app.travaux (sis_key, exercice_comptable_id, indemnites, total, ended_at)
select sis_key, id, '{"defaut": 1000}', 25 * taille, now() from app.exercices_comptables join tailles using (sis_key) order by sis_key, debut;
insert into app.travail_interventions (sis_key, travail_id, no, intervention_id, raison)
select t.sis_key, t.id, i.no, i.id, case when i.no % 5 = 0 then 'Refus' end
  from app.travaux t join app.interventions i using (sis_key, exercice_comptable_id) order by t.id, i.no;

-- A calendar year whose décomptes were paid: the other years begin on any day.
insert into app.exercices_comptables (sis_key, annee, designation, debut, fin)
select sis_key, 1990, '1990', '1990-01-01', '1990-12-31' from tailles;
insert into app.decomptes (sis_key, exercice_comptable_id, designation, date, paye_le)
select e.sis_key, e.id, 'Décompte ' || n, '1990-12-10', '1990-12-15'
  from app.exercices_comptables e join tailles using (sis_key), lateral generate_series(1, taille) n where e.annee = 1990;
insert into app.paiements (sis_key, decompte_id, sapeur_id, date, indemnite)
select d.sis_key, d.id, p.id, d.date, 3000 from app.decomptes d join gens p using (sis_key) where d.date = '1990-12-10';

insert into audit.journal (sis_key, recorded_at, user_id, ressource, ligne_id, action, apres)
select t.sis_key, d.date, 1, (array['interventions', 'sis_contacts', 'sapeurs', 'exercices'])[1 + n % 4], n,
       (array['ajout', 'modification'])[1 + n % 2], '{"id": 1, "designation": "Casque"}'
  from tailles t, annees, lateral generate_series(1, 100 * taille) n,
       lateral (select now() - k * interval '365 days' - n * interval '360 days' / (100 * taille) as date) d
 order by d.date, t.sis_key;

set session_replication_role = origin;

-- Triggers were off.
select app.publish_sapeur(s.sis_key, s.id) from app.sapeurs s;

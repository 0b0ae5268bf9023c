-- People with everything that belongs to them. One in seven has left: see bench.sis.actifs.
set session_replication_role = replica;
insert into app.sapeurs (sis_key, id, nom, prenom, civilite_id, porteur, created_at, updated_at)
overriding system value
select s.sis_key, s.id, s.nom, s.prenom, 1 + s.i % 2, s.i % 3 <> 0, bench.since(), bench.since() + s.i * interval '1 day'
  from bench.sapeurs s
 order by s.id;

insert into app.mutations (sis_key, id, sapeur_id, localite_id, incorporation, sortie)
overriding system value
select s.sis_key, s.id, s.id, s.no * 5 - s.i % 5, bench.since() - (30 + bench.draw(s.id, 20, 5000)),
       case when not s.actif then bench.since() + bench.draw(s.id, 21, bench.until() - bench.since()) end
  from bench.sapeurs s
 order by s.id;

insert into app.particularites (sis_key, sapeur_id, email, rue, no_rue, localite_id, date_naissance, profession, employeur)
select s.sis_key, s.id, format('p%s@%s.example.org', s.i, s.sis_key), 'Rue de la Gare', (1 + s.i % 60)::text, s.no * 5 - s.i % 5,
       bench.until() - 9000 - bench.draw(s.id, 22, 12000),
       (array['Mécanicien', 'Enseignante', 'Agriculteur', 'Électricien', 'Infirmière'])[1 + s.i % 5], 'Commune'
  from bench.sapeurs s
 order by s.id;

insert into app.telephones (sis_key, id, sapeur_id, numero, telephone_type_id, priorite)
overriding system value
select s.sis_key, s.id * 2 - n, s.id, replace(s.numero, '079', (array['079', '032'])[1 + n]), 1 + n, 1 + n
  from bench.sapeurs s
 cross join generate_series(0, 1) as n
 where n = 0 or s.i % 3 = 0
 order by s.id, n;

insert into app.salaires (sis_key, sapeur_id, cotisation_avs)
select s.sis_key, s.id, true from bench.sapeurs s order by s.id;

insert into app.sapeur_fonctions (sis_key, id, sapeur_id, fonction_id, debut)
overriding system value
select s.sis_key, s.id, s.id, case when s.i < 5 then 1 + s.i else 6 + s.i % 4 end, bench.since() + bench.draw(s.id, 23, 300)
  from bench.sapeurs s
 order by s.id;

-- Recruits are promoted once.
insert into app.sapeur_grades (sis_key, id, sapeur_id, grade_id, debut, fin)
overriding system value
select s.sis_key, s.id * 2 - n, s.id, case when n = 1 then 11 when s.i < 6 then 2 + s.i else 8 + s.i % 3 end,
       case n when 1 then bench.since() - 30 else bench.since() + 200 end, case n when 1 then bench.since() + 199 end
  from bench.sapeurs s
 cross join generate_series(0, 1) as n
 order by s.id, n desc;

insert into app.groupe_sapeurs (sis_key, id, groupe_id, sapeur_id)
overriding system value
select s.sis_key, s.id * 3 - g, s.no * 100 + case g when 0 then 2 when 1 then 3 + s.i % least(z.sapeurs / 40 + 2, 38) else 1 end, s.id
  from bench.sapeurs s
  join bench.sis z on z.no = s.no
 cross join generate_series(0, 2) as g
 where s.actif and (g < 2 or s.i < 6)
 order by s.id, g;

insert into app.sapeur_permis (sis_key, id, sapeur_id, permis_type_id, date)
overriding system value
select s.sis_key, s.id * 3 - p, s.id, (array[3, 6, 7])[1 + p], bench.since() - 2000 + p * 400
  from bench.sapeurs s
 cross join generate_series(0, 2) as p
 where p = 0 or s.i % (p * 3) = 0
 order by s.id, p;

insert into app.materiel_personnel (sis_key, id, sapeur_id, designation, numero, taille, attribution, retour)
overriding system value
select s.sis_key, s.id * 5 - m, s.id, (array['Casque', 'Veste d’intervention', 'Pantalon d’intervention', 'Bottes', 'Récepteur d’alarme'])[1 + m],
       chr(65 + m) || s.id, case m when 0 then '' else (38 + s.i % 9)::text end, bench.since() + m,
       case when not s.actif then bench.until() - 1 end
  from bench.sapeurs s
 cross join generate_series(0, 4) as m
 order by s.id, m;

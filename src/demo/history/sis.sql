-- A SIS: settings, places, useful telephone numbers, vehicles and materials.

insert into app.localites_sis (localite_id)
select l.id
  from json_to_recordset(current_setting('demo.history')::json -> 'lieux') as p (npa text, nom text)
  join app.localites l using (npa, nom)
on conflict do nothing;

-- The station is in the first place of the list. The commander is the first of the people.
update app.sis s
   set rue = 'Rue des Pompiers',
       numero = '1',
       district = 'Delémont',
       no_arrondissement = lpad(h.no, 2, '0'),
       telephone = '032 555 0' || h.no || ' 18',
       email = format('info@%s.example.org', s.sis_key),
       iban = b.iban,
       bic = 'EXPLCH22XXX',
       localite_id = l.id,
       sapeur_id = (select min(p.id) from app.sapeurs p where p.sis_key = s.sis_key)
  from (
    select d ->> 'no' as no, d #>> '{lieux,0,npa}' as npa, d #>> '{lieux,0,nom}' as nom
      from (select current_setting('demo.history')::json) as c (d)
  ) h
  join app.localites l using (npa, nom)
 -- ISO 7064: the check digits are 98 minus the rest of the division by 97. CH reads 1217. For the IID, see sapeurs.sql.
 cross join lateral (select '29999' || lpad(h.no, 12, '0')) as a (compte)
 cross join lateral (
   select 'CH' || lpad((98 - mod((a.compte || '121700')::numeric, 97))::text, 2, '0') || a.compte
 ) as b (iban)
 where s.sis_key = request.sis_key();

insert into app.sis_contacts (email, liste)
select format(c.adresse, request.sis_key()), c.liste
  from (values
    ('commandement@%s.example.org', 'Rapports d’intervention'),
    ('comptabilite@%s.example.org', 'Décomptes'),
    ('inspection@jura.example.org', 'Rapports d’intervention'),
    ('assurance@jura.example.org', 'Exercices')
  ) as c (adresse, liste);

insert into app.telephones_utiles (nom, numero, tri)
select t.nom, t.numero, row_number() over ()
  from (values
    ('Centrale d’engagement', '118'),
    ('Police', '117'),
    ('Ambulance', '144'),
    ('Intoxications', '145'),
    ('Rega', '1414'),
    ('Service de l’électricité', '032 555 30 10'),
    ('Service des eaux', '032 555 30 20'),
    ('Protection de l’environnement', '032 555 30 30'),
    ('Vétérinaire de garde', '032 555 30 40')
  ) as t (nom, numero);

-- Materials with a price are invoiced. Units: 1 pièce, 2 heure, 4 km.
insert into app.vehicules (designation, immatriculation, statut, tri, forfait, unite, type_unite_id)
select v.designation, 'JU ' || v.plaque + (current_setting('demo.history')::json ->> 'no')::integer * 1000, v.statut,
       row_number() over (), v.forfait, v.unite, v.type_unite_id
  from (values
    ('Tonne-pompe', 5101, true, 250, 4.00, 4),
    ('Véhicule d’intervention', 5102, true, 150, 3.00, 4),
    ('Véhicule de transport', 5103, true, 80, 1.50, 4),
    ('Véhicule léger', 5104, true, 50, 1.00, 4),
    ('Remorque de pompage', 5105, true, 60, 0.00, 4)
  ) as v (designation, plaque, statut, forfait, unite, type_unite_id);

insert into app.materiels (designation, statut, tri, forfait, unite, type_unite_id)
select m.designation, m.statut, row_number() over (), m.forfait, m.unite, m.type_unite_id
  from (values
    ('Absorbant, sac de 20 kg', true, 0, 28.00, 1),
    ('Extrait moussant, litre', true, 0, 6.50, 1),
    ('Insecticide pour guêpes', true, 0, 24.00, 1),
    ('Bouteille d’air comprimé, remplissage', true, 0, 12.00, 1),
    ('Jeu d’outils de ramonage', true, 40, 0.00, 1),
    ('Pompe immergée', true, 20, 18.00, 2),
    ('Groupe électrogène', true, 30, 22.00, 2),
    ('Palan et sangles', true, 35, 0.00, 1),
    ('Tronçonneuse', true, 25, 0.00, 1),
    ('Signal de chantier', true, 0, 5.00, 1)
  ) as m (designation, statut, forfait, unite, type_unite_id);

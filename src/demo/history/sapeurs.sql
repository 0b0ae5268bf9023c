-- Particulars, driving licences and equipment on loan of the people. `n` is a person's place in the list of the demo.

update app.sapeurs s
   set civilite_id = case when s.prenom = any (array[
         'Ricarda', 'Élodie', 'Fabienne', 'Nathalie', 'Céline', 'Joëlle', 'Mélanie', 'Noémie', 'Aurélie', 'Anaïs', 'Sophie', 'Laure',
         'Corinne', 'Valérie', 'Martine', 'Isabelle', 'Christelle', 'Sandrine', 'Estelle', 'Carole', 'Amélie'
       ]) then 2 else 1 end,
       porteur = p.n % 3 <> 0
  from (select id, row_number() over (order by id) as n from app.sapeurs where sis_key = request.sis_key()) p
 where s.sis_key = request.sis_key()
   and s.id = p.id;

with people as (
  select id, row_number() over (order by id)::integer as n from app.sapeurs where sis_key = request.sis_key()
),
lieux as materialized (
  select n, p ->> 'npa' as npa, p ->> 'nom' as nom, p -> 'rues' as rues, count(*) over ()::integer as nombre
    from json_array_elements(current_setting('demo.history')::json -> 'lieux') with ordinality as t (p, n)
)
update app.particularites q
   set rue = x.rues ->> (p.n % json_array_length(x.rues)),
       no_rue = (3 + p.n * 7 % 40)::text,
       localite_id = l.id,
       date_naissance = make_date(extract(year from current_setting('demo.today')::date)::integer - 24 - p.n * 5 % 27, 1 + p.n * 5 % 12,
                                  1 + p.n * 11 % 28),
       profession = (array['Mécanicien', 'Enseignante', 'Agriculteur', 'Électricien', 'Infirmière', 'Horlogère', 'Charpentier',
                           'Comptable', 'Chauffeur', 'Informaticienne'])[1 + p.n % 10],
       employeur = (array['Atelier du Pont', 'Commune', 'Domaine familial', 'Énergie Jura exemple', 'Hôpital exemple'])[1 + p.n % 5],
       lieu_de_travail = x.nom
  from people p
  join lieux x on x.n = 1 + p.n % x.nombre
  join app.localites l using (npa, nom)
 where q.sis_key = request.sis_key()
   and q.sapeur_id = p.id;

-- Two people do not go on interventions: the accountant and this year's recruit.
with autres as (
  insert into app.sapeurs (type, nom, prenom, civilite_id)
  values (1, 'Comptable', 'Josiane', 2), (2, 'Recrue', 'Timéo', 1)
  returning id, type
),
mutations as (
  insert into app.mutations (sapeur_id, incorporation)
  select id, date_trunc('year', current_setting('demo.today')::date) from autres where type = 2
)
insert into app.particularites (sapeur_id, email, rue, no_rue, localite_id, date_naissance)
select a.id, format('%s@%s.example.org', case a.type when 1 then 'comptabilite' else 'recrue' end, request.sis_key()),
       x.rues ->> 0, (20 + a.type)::text, l.id,
       make_date(extract(year from current_setting('demo.today')::date)::integer - case a.type when 1 then 51 else 21 end, 5, 14)
  from autres a
 cross join json_to_record(current_setting('demo.history')::json #> '{lieux,0}') as x (npa text, nom text, rues json)
  join app.localites l using (npa, nom);

-- Check digits: EAN-13 for the AVS number, ISO 7064 for the IBAN (CH reads 1217). No bank has the IID 29999, and it is
-- not that of a QR-IBAN (30000 to 31999), to which nobody can pay without a QR-bill.
insert into app.salaires (sapeur_id, no_avs, cotisation_avs, iban)
select p.id, regexp_replace(c.chiffres || (10 - e.somme % 10) % 10, '^(...)(....)(....)(..)$', '\1.\2.\3.\4'), true,
       'CH' || lpad((98 - mod((b.compte || '121700')::numeric, 97))::text, 2, '0') || b.compte
  from (
    select id, row_number() over (order by id)::integer as n, (current_setting('demo.history')::json ->> 'no')::integer as no
      from app.sapeurs
     where sis_key = request.sis_key()
  ) p
 cross join lateral (select '756' || lpad((p.no * 100000000 + p.n * 3141593)::text, 9, '0')) as c (chiffres)
 cross join lateral (
   select sum(substr(c.chiffres, i, 1)::integer * case i % 2 when 1 then 1 else 3 end) from generate_series(1, 12) as i
 ) as e (somme)
 cross join lateral (select '29999' || lpad((p.no * 1000000 + p.n * 2718)::text, 12, '0')) as b (compte)
on conflict (sis_key, sapeur_id) do update
   set no_avs = excluded.no_avs, iban = excluded.iban;

-- Licences: 3 = B for all, 6 = C and 7 = C1 for the drivers.
insert into app.sapeur_permis (sapeur_id, permis_type_id, date)
select p.id, t.permis_type_id, q.date_naissance + t.annees * interval '1 year' + t.annees * interval '9 days'
  from (select id, row_number() over (order by id) as n from app.sapeurs where sis_key = request.sis_key() and type = 0) p
  join app.particularites q on q.sis_key = request.sis_key() and q.sapeur_id = p.id
  join (values (3, 19, 1), (6, 22, 6), (7, 23, 4)) as t (permis_type_id, annees, chaque) on p.n % t.chaque = 0;

-- Everybody has equipment since the first day. Jackets were replaced once.
insert into app.materiel_personnel (sapeur_id, designation, numero, taille, attribution, retour)
select p.id, m.designation, format('%s-%s', m.lettre, 100 + p.n),
       case m.tailles when 'lettre' then (array['S', 'M', 'L', 'XL'])[1 + p.n % 4]
                      when 'pointure' then (38 + p.n * 3 % 9)::text else '' end,
       p.incorporation + m.debut * interval '1 month', p.incorporation + m.fin * interval '1 month'
  from (
    select s.id, row_number() over (order by s.id) as n, u.incorporation
      from app.sapeurs s
      join app.mutations u on u.sis_key = s.sis_key and u.sapeur_id = s.id
     where s.sis_key = request.sis_key()
       and s.type = 0
  ) p
 cross join (values
   ('Casque', 'C', '', 0, null), ('Veste d’intervention', 'V', 'lettre', 0, 30), ('Veste d’intervention', 'W', 'lettre', 30, null),
   ('Pantalon d’intervention', 'P', 'lettre', 0, null), ('Bottes', 'B', 'pointure', 0, null), ('Récepteur d’alarme', 'R', '', 1, null)
 ) as m (designation, lettre, tailles, debut, fin);

-- SIS, places, years, groups, vehicles and materials.
-- The product makes the first SIS with its lists and roles. The others are copies: 1,200 times auth.add_sis takes a minute.
set session_replication_role = origin;
select auth.add_sis(s.sis_key, 'SIS Banc ' || s.no, 'SB ' || s.no) from bench.sis s where s.no = 1;
set session_replication_role = replica;
insert into auth.sis (api_key, nom, abreviation)
select s.sis_key, 'SIS Banc ' || s.no, 'SB ' || s.no from bench.sis s where s.no > 1 order by s.no;
do $$
declare
  v_table record;
begin
  for v_table in
    select c.oid::regclass as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
           string_agg(case
                        when a.attname = 'sis_key' then 's.sis_key'
                        when a.attname = 'role_id' or a.attname = 'id' and c.oid = 'auth.roles'::regclass then format('t.%I + (s.no - 1) * 10', a.attname)
                        else format('t.%I', a.attname)
                      end, ', ' order by a.attnum) as places
      from pg_class c
      join pg_attribute k on k.attrelid = c.oid and k.attname = 'sis_key'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace)
       -- Triggers made them, and the homes, with the SIS.
       and c.oid <> 'auth.fermetures'::regclass
     group by c.oid
  loop
    execute format('insert into %1$s (%2$s) overriding system value '
                   'select %3$s from %1$s t, bench.sis s where t.sis_key = ''s0001'' and s.no > 1 order by s.no',
                   v_table.name, v_table.columns, v_table.places);
  end loop;
end;
$$;
update app.sis z set nom = s.nom from auth.sis s where s.api_key = z.sis_key;
-- Entries and marks bear the time of the clock: journal.sql and the next statement write them.
truncate audit.journal restart identity;
truncate audit.changements restart identity;
update auth.sis set created_at = bench.since();

insert into audit.changements (sis_key, groupe, marque)
select s.sis_key, g, md5(s.sis_key || g)::uuid
  from bench.sis s
 cross join unnest(array['alarmes', 'exercices', 'interventions', 'listes', 'sapeurs', 'sis']) as g
 order by s.no, g;

-- Five places per SIS.
insert into app.localites (id, npa, nom, canton)
select n, (1000 + n)::text, 'Localité ' || n, (array['JU', 'BE', 'VD', 'NE', 'FR', 'GE'])[1 + n % 6]
  from bench.sis s
 cross join lateral generate_series(s.no * 5 - 4, s.no * 5) as n;
insert into app.localites_sis (sis_key, localite_id)
select s.sis_key, n from bench.sis s cross join lateral generate_series(s.no * 5 - 4, s.no * 5) as n;

update app.sis z
   set rue = 'Rue des Pompiers', numero = '1', telephone = '032 555 01 18', email = format('info@%s.example.org', z.sis_key),
       localite_id = s.no * 5, sapeur_id = s.before + 1
  from bench.sis s
 where s.sis_key = z.sis_key;

insert into app.exercices_comptables (sis_key, id, annee, designation, debut, fin, boucle)
overriding system value
select a.sis_key, a.id, a.annee, a.annee::text, make_date(a.annee, 1, 1), make_date(a.annee, 12, 31), make_date(a.annee, 12, 31) < bench.open_since()
  from bench.annees a
 order by a.id;

-- Larger SIS have more groups, vehicles and materials. Ids: 100 of each per SIS.
insert into app.groupes (sis_key, id, no, designation, tri)
overriding system value
select s.sis_key, s.no * 100 + g, (89 + g)::text, case g when 1 then 'EM' when 2 then '1er secours' else 'Groupe ' || g end, g
  from bench.sis s
 cross join lateral generate_series(1, least(40, 4 + s.sapeurs / 40)) as g
 order by s.no, g;
insert into app.vehicules (sis_key, id, designation, immatriculation, tri, forfait, unite, type_unite_id)
overriding system value
select s.sis_key, s.no * 100 + v, case v % 4 when 0 then 'Tonne-pompe ' when 1 then 'Échelle ' when 2 then 'Transport ' else 'Remorque ' end || v,
       'CH ' || s.no * 100 + v, v, 50 + v % 5 * 50, v % 4, 4
  from bench.sis s
 cross join lateral generate_series(1, least(60, 4 + s.sapeurs / 12)) as v
 order by s.no, v;
insert into app.materiels (sis_key, id, designation, tri, forfait, unite, type_unite_id)
overriding system value
select s.sis_key, s.no * 100 + m, 'Matériel ' || m, m, m % 3 * 20, 1.5 * m, 1
  from bench.sis s
 cross join lateral generate_series(1, least(60, 10 + s.sapeurs / 20)) as m
 order by s.no, m;
insert into app.telephones_utiles (sis_key, id, nom, numero, tri)
overriding system value
select s.sis_key, s.no * 10 + t, 'Service ' || t, '032 555 30 1' || t, t
  from bench.sis s
 cross join generate_series(1, 6) as t
 order by s.no, t;

-- As many SIS as the setting bench.sis says, each with its lists and 60 people, and the octrois of the analysts: one SIS
-- for the first, all SIS for the second. A superuser runs this file and bypasses the policies.
select auth.add_sis('b' || s, 'SIS Banc ' || s, 'B' || s) from generate_series(1, current_setting('bench.sis')::integer) as s;

set session_replication_role = replica;

insert into app.sapeurs (sis_key, nom, prenom)
select 'b' || s, 'Nom' || n, 'Prénom' || n
  from generate_series(1, current_setting('bench.sis')::integer) as s, generate_series(1, 60) as n
 order by s, n;

insert into auth.users (name, email, password_hash) values ('Banc', 'banc@example.org', 'x');

insert into auth.analystes (sis_key, login)
select 'b' || s, 'banc_tous' from generate_series(1, current_setting('bench.sis')::integer) as s
union all
select 'b1', 'banc_un';

vacuum (analyze) auth.analystes;

vacuum (analyze) auth.users;

vacuum (analyze) app.sapeurs;

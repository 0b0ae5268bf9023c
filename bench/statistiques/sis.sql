-- current_setting('bench.sis') SIS with their lists and 60 people each, and what the analysts are granted: one SIS, all SIS. Run by a
-- superuser, who passes the policies.
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

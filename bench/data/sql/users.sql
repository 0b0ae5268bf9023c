-- Accounts, all with the password caserne-demo: user 1 without rights, for tokens of benches, an administrator, and one
-- for each third sapeur who serves. The first sapeur of each SIS administers it, the second leads interventions.
set session_replication_role = replica;
insert into auth.users (id, name, email, password_hash, email_verified_at, is_admin, created_at, updated_at)
overriding system value
select u.id, u.name, u.email, h.hash, bench.since(), u.id = 2, bench.since(), bench.since()
  from (
    select 1::bigint as id, 'Banc' as name, 'banc@example.org' as email
    union all select 2, 'Administration', 'admin@example.org'
    union all
    select 2 + s.id, s.prenom || ' ' || s.nom, format('p%s@%s.example.org', s.i, s.sis_key)
      from bench.sapeurs s
     where s.actif and (s.i < 2 or s.i % 3 = 0)
  ) u
 -- One hash for all, with a salt that is always the same.
 cross join (select ext.crypt('caserne-demo', '$2a$10$' || rpad('caserne', 22, '.'))) as h (hash)
 order by u.id;

insert into auth.memberships (sis_key, user_id, sapeur_id, mobile)
select s.sis_key, 2 + s.id, s.id, s.i % 2 = 0
  from bench.sapeurs s
  join auth.users u on u.id = 2 + s.id
 order by s.id;

insert into auth.user_roles (sis_key, user_id, role_id)
select s.sis_key, 2 + s.id, r.id
  from bench.sapeurs s
  join auth.users u on u.id = 2 + s.id
  join auth.roles r on r.sis_key = s.sis_key
   and r.nom = case s.i when 0 then 'Administration' when 1 then 'Chef d''intervention' else 'Consultation' end
 order by s.id;

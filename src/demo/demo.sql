-- The demo: two SIS, their people, and the accounts of the README. The owner runs it in one transaction, on a database
-- without any SIS. Settings: `demo.sis` is [{key, nom, abreviation, people: [{nom, prenom, telephone}]}], `demo.today` is
-- the current day.

do $$
declare
  v_sis json;
  v_admin text[] := array['sis.config', 'sapeur.modification', 'sapeur.config', 'sapeur.lecture', 'comptabilite.config', 'utilisateur.tout'];
  v_annee integer := extract(year from current_setting('demo.today')::date);
  v_hash text := auth.hash_password('caserne-demo');
begin
  insert into auth.users (name, email, password_hash, email_verified_at, is_admin)
  values ('Administration', 'admin@example.org', v_hash, now(), true),
         ('Ricarda Amsler', 'commandant@example.org', v_hash, now(), false),
         ('Daniel Tobler', 'chef@example.org', v_hash, now(), false),
         ('Yves Berberat', 'sapeur@example.org', v_hash, now(), false),
         ('Lecture', 'lecteur@example.org', v_hash, now(), false),
         ('Pascal Aubry', 'autre@example.org', v_hash, now(), false),
         ('Nouvelle Venue', 'nouveau@example.org', v_hash, null, false);

  for v_sis in select * from json_array_elements(current_setting('demo.sis')::json) loop
    perform auth.add_sis(v_sis ->> 'key', v_sis ->> 'nom', v_sis ->> 'abreviation');
    perform request.open(null, v_sis ->> 'key', v_admin, null);

    insert into app.localites (npa, nom, canton)
    values ('2800', 'Delémont', 'JU'), ('2802', 'Develier', 'JU'), ('2852', 'Courtételle', 'JU'),
           ('2853', 'Courfaivre', 'JU'), ('2854', 'Bassecourt', 'JU'), ('2855', 'Glovelier', 'JU'),
           ('2856', 'Boécourt', 'JU'), ('2857', 'Montavon', 'JU'), ('2863', 'Undervelier', 'JU'),
           ('2864', 'Soulce', 'JU'), ('2900', 'Porrentruy', 'JU'), ('2942', 'Alle', 'JU')
    on conflict do nothing;

    insert into app.exercices_comptables (annee, designation, debut, fin)
    select a, a::text, make_date(a, 1, 1), make_date(a, 12, 31)
      from generate_series(v_annee - 2, v_annee) as a;
    -- Each year has the federal figures of its time; a new year has those of the year before.
    update app.avs_params p
       set franchise_avs = f.franchise_avs,
           franchise_imposition = f.franchise_imposition
      from app.exercices_comptables e
     cross join app.federal_avs(e.annee) f
     where p.sis_key = request.sis_key()
       and e.sis_key = p.sis_key
       and e.id = p.exercice_comptable_id;

    with people as (
      select n, p ->> 'nom' as nom, p ->> 'prenom' as prenom, p ->> 'telephone' as telephone
        from json_array_elements(v_sis -> 'people') with ordinality as t (p, n)
    ),
    sapeurs as (
      insert into app.sapeurs (nom, prenom) select nom, prenom from people order by n returning id, nom, prenom
    ),
    known as (
      select s.id, p.n, p.telephone from sapeurs s join people p using (nom, prenom)
    ),
    mutations as (
      insert into app.mutations (sapeur_id, incorporation)
      select id, make_date(v_annee - 3 - n::integer % 15, 1, 1) from known
    ),
    particularites as (
      insert into app.particularites (sapeur_id, email)
      select s.id, format('%s.%s@%s.example.org', replace(request.plain(s.prenom), ' ', '-'),
                          replace(request.plain(s.nom), ' ', '-'), v_sis ->> 'key')
        from sapeurs s
    ),
    telephones as (
      insert into app.telephones (sapeur_id, numero)
      -- Written as people write numbers: 079 555 10 10.
      select id, regexp_replace(telephone, '^\+41(\d\d)(\d{3})(\d\d)(\d\d)$', '0\1 \2 \3 \4') from known
    ),
    fonctions as (
      insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut)
      select id, case n when 1 then 1 when 2 then 4 when 3 then 6 else 7 + n % 3 end, date '2020-01-01' from known
    ),
    grades as (
      insert into app.sapeur_grades (sapeur_id, grade_id, debut)
      select id, case n when 1 then 2 when 2 then 3 when 3 then 8 else 9 + n % 3 end, date '2020-01-01' from known
    ),
    groupes as (
      insert into app.groupes (no, designation, tri)
      values ('90', 'EM', 1), ('91', '1er secours', 2)
      returning id, no
    )
    insert into app.groupe_sapeurs (groupe_id, sapeur_id)
    select g.id, k.id
      from groupes g
      join known k on g.no = '91' or k.n <= 5;
  end loop;

  -- Each account gets its roles in both SIS.
  perform request.open(null, null, null, null);
  insert into auth.roles (sis_key, nom) values ('hs', 'Lecture des interventions');
  insert into auth.role_permissions (sis_key, role_id, permission)
  select r.sis_key, r.id, 'intervention.lecture' from auth.roles r where r.nom = 'Lecture des interventions';

  insert into auth.user_roles (sis_key, user_id, role_id)
  select d.sis_key, u.id, r.id
    from (values
      ('commandant@example.org', 'hs', 'Administration'),
      ('commandant@example.org', 'test', 'Consultation'),
      ('chef@example.org', 'hs', 'Chef d''intervention'),
      ('lecteur@example.org', 'hs', 'Lecture des interventions'),
      ('autre@example.org', 'test', 'Administration')
    ) as d (email, sis_key, role)
    join auth.users u on u.email = d.email
    join auth.roles r on r.sis_key = d.sis_key and r.nom = d.role;
end;
$$;

-- Memberships name people of two SIS. People are read under one SIS at a time.
do $$
declare
  v_membre record;
begin
  for v_membre in
    select *
      from (values
        ('commandant@example.org', 'hs', 'Amsler Ricarda'),
        ('commandant@example.org', 'test', 'Aubry Pascal'),
        ('chef@example.org', 'hs', 'Tobler Daniel'),
        ('sapeur@example.org', 'hs', 'Berberat Yves')
      ) as m (email, sis_key, nom_prenom)
  loop
    perform request.open(null, v_membre.sis_key, array['sapeur.lecture'], null);
    insert into auth.memberships (sis_key, user_id, sapeur_id, mobile)
    select v_membre.sis_key, u.id, s.id, true
      from auth.users u, app.sapeurs s
     where u.email = v_membre.email
       and s.sis_key = v_membre.sis_key
       and s.nom_prenom = v_membre.nom_prenom;
  end loop;
end;
$$;

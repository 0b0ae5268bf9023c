-- Identifiers in texts: full names in either order, e-mail addresses, numbers. From the record, the account and what
-- documents of pay keep, so that a second erasure finds them again.
create or replace function audit.describe_personne(sis_key text, sapeur_id bigint) returns jsonb
  language sql stable set search_path = ''
as $$
  with noms (nom, prenom) as (
    select s.nom, s.prenom from app.sapeurs s where s.sis_key = describe_personne.sis_key and s.id = describe_personne.sapeur_id
    union
    select i.nom, i.prenom
      from audit.identites_paie i
     where i.sis_key = describe_personne.sis_key and i.sapeur_id = describe_personne.sapeur_id
  ), compte as (
    select u.*
      from auth.memberships m
      join auth.users u on u.id = m.user_id
     where m.sis_key = describe_personne.sis_key and m.sapeur_id = describe_personne.sapeur_id
  )
  select jsonb_build_object(
    'nom_prenom', s.nom_prenom,
    'noms', (select jsonb_agg(jsonb_build_array(n.nom, n.prenom)) from noms n),
    'emails', (
      select coalesce(jsonb_agg(distinct lower(e.email)), '[]')
        from (
          select p.email from app.particularites p where p.sis_key = s.sis_key and p.sapeur_id = s.id
          union select c.email from compte c
          union select v.email from auth.invitations v where v.sis_key = s.sis_key and v.sapeur_id = s.id
        ) e
       where e.email <> ''
    ),
    'telephones', (
      select coalesce(jsonb_agg(distinct t.numero), '[]')
        from (
          select coalesce(p.e164, p.numero) as numero from app.telephones p where p.sis_key = s.sis_key and p.sapeur_id = s.id
          union
          select coalesce(app.e164(n), n)
            from app.alarme_personnes a
           cross join unnest(a.telephones) as n
           where a.sis_key = s.sis_key and a.sapeur_id = s.id
        ) t
       where t.numero <> ''
    ),
    'numeros', (
      select coalesce(jsonb_agg(distinct n.numero), '[]')
        from (
          select unnest(array[a.no_avs, a.iban]) as numero from app.salaires a where a.sis_key = s.sis_key and a.sapeur_id = s.id
          union
          select unnest(array[i.no_avs, i.iban])
            from audit.identites_paie i
           where i.sis_key = s.sis_key and i.sapeur_id = s.id
        ) n
       where n.numero <> ''
    ),
    'user_id', (select c.id from compte c),
    'user_name', (select c.name from compte c),
    'seul_sis', (
      select not c.is_admin
             and not exists (select from auth.memberships m where m.user_id = c.id and m.sis_key <> s.sis_key)
             and not exists (select from auth.user_roles r where r.user_id = c.id and r.sis_key <> s.sis_key)
        from compte c
    )
  )
    from app.sapeurs s
   where s.sis_key = describe_personne.sis_key
     and s.id = describe_personne.sapeur_id
$$;
comment on function audit.describe_personne(text, bigint) is
  'Names, addresses of mail and numbers of a sapeur, and their account; seul_sis: whether the account belongs to this SIS only. Null when there is no such sapeur.';
-- Not granted: `caserne erase sapeur` calls it.

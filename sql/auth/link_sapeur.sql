create or replace function auth.link_sapeur(sis_key text, user_id bigint, email text) returns void
  language sql volatile set search_path = ''
as $$
  insert into auth.memberships (sis_key, user_id, sapeur_id)
  select link_sapeur.sis_key, link_sapeur.user_id, min(s.id)
    from auth.sapeurs s
   where s.sis_key = link_sapeur.sis_key
     and lower(s.email) = lower(link_sapeur.email)
     and s.email <> ''
  -- An e-mail that two people of a SIS share identifies neither.
  having count(*) = 1
     and bool_and(s.email_garanti)
     -- A link to a sapeur who has left would take rights away.
     and bool_and(coalesce(upper(s.service) > clock_timestamp(), true))
     and not exists (select from auth.memberships m where m.sis_key = link_sapeur.sis_key and m.sapeur_id = min(s.id))
  on conflict on constraint memberships_pkey do update set sapeur_id = excluded.sapeur_id
   where memberships.sapeur_id is null
$$;
comment on function auth.link_sapeur(text, bigint, text) is
  'Links an account to the only sapeur of a SIS with its e-mail, if the e-mail is garanti, the sapeur serves and neither is linked yet.';

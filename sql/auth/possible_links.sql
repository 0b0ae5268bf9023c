create or replace function auth.possible_links() returns table (user_id bigint, sapeur_id bigint, nom_prenom text)
  language sql stable set search_path = ''
as $$
  select u.id, s.id, s.nom_prenom
    from auth.sapeurs s
    join auth.users u on lower(u.email) = lower(s.email)
   where s.sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification')
     and s.email <> ''
     and u.email_verified_at is not null
     and u.disabled_at is null
     and not exists (select from auth.memberships m where m.sis_key = s.sis_key and m.sapeur_id = s.id)
     and not exists (
       select from auth.memberships m where m.sis_key = s.sis_key and m.user_id = u.id and m.sapeur_id is not null
     )
     and coalesce(upper(s.service) > now(), true)
$$;
comment on function auth.possible_links() is
  'Accounts and sapeurs of the request''s SIS that might be linked: the confirmed e-mail of the account is in the record of a sapeur who serves, and neither is linked. Empty for callers who may not read e-mails.';

create or replace function auth.password_fault(password text, email text, name text, min_length integer) returns text
  language sql stable set search_path = ''
as $$
  select case
           when length(password) < min_length then format('Le mot de passe doit compter au moins %s caractères.', min_length)
           when lower(btrim(password)) in (lower(btrim(email)), lower(btrim(name)))
             then 'Le mot de passe ne doit être ni l’adresse e-mail ni le nom.'
           when octet_length(password) > 72 then 'Le mot de passe ne doit pas dépasser 72 octets.'
         end
$$;
comment on function auth.password_fault(text, text, text, integer) is
  'What is wrong with a password that someone chooses: too short, his e-mail or name, more than the 72 bytes that bcrypt reads; null when it is good. No rules on which characters (NIST SP 800-63B, 3.1.1).';

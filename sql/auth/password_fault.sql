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
  'The fault of a new password, as a French sentence: too short, equal to the e-mail or name, or longer than the 72 bytes that bcrypt reads; null when it has none. No rules on characters (NIST SP 800-63B, 3.1.1).';

create or replace function auth.hash_password(password text, cost integer default 10, field text default 'password') returns text
  language plpgsql volatile set search_path = ''
as $$
begin
  if octet_length(password) > 72 then
    raise sqlstate 'PT422' using message = 'Le mot de passe ne doit pas dépasser 72 octets.', detail = field;
  end if;
  return ext.crypt(password, ext.gen_salt('bf', cost));
end;
$$;
comment on function auth.hash_password(text, integer, text) is
  'bcrypt hash of a password of at most 72 bytes, which is all that bcrypt reads (PT422 when longer, detail: the field).';

create or replace function auth.hash_new_password(
  password text, email text, name text, min_length integer, cost integer, field text default 'password') returns text
  language plpgsql volatile set search_path = ''
as $$
begin
  if length(password) < min_length then
    raise sqlstate 'PT422' using
      message = format('Le mot de passe doit compter au moins %s caractères.', min_length), detail = field;
  end if;
  if lower(btrim(password)) in (lower(btrim(email)), lower(btrim(name))) then
    raise sqlstate 'PT422' using message = 'Le mot de passe ne doit être ni l’adresse e-mail ni le nom.', detail = field;
  end if;
  return auth.hash_password(password, cost, field);
end;
$$;
comment on function auth.hash_new_password(text, text, text, integer, integer, text) is
  'bcrypt hash of the password that someone chooses: long enough, not his e-mail or name (PT422, detail: the field). No rules on which characters (NIST SP 800-63B, 3.1.1).';

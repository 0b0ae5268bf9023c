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
  'bcrypt hash of a password of at most 72 bytes, the limit of bcrypt. PT422 when it is longer, detail: the field.';

create or replace function auth.hash_new_password(
  password text, email text, name text, min_length integer, cost integer, field text default 'password') returns text
  language plpgsql volatile set search_path = ''
as $$
declare
  v_fault text := auth.password_fault(password, email, name, min_length);
begin
  if v_fault is not null then
    raise sqlstate 'PT422' using message = v_fault, detail = field;
  end if;
  return auth.hash_password(password, cost, field);
end;
$$;
comment on function auth.hash_new_password(text, text, text, integer, integer, text) is
  'bcrypt hash of a new password. PT422 (detail: the field) where auth.password_fault finds a fault.';

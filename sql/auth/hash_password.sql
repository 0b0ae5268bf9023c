create or replace function auth.hash_password(password text, cost integer default 10) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if octet_length(password) > 72 then
    raise sqlstate 'PT422' using
      message = 'Le mot de passe ne doit pas dépasser 72 octets.', detail = 'password';
  end if;
  return ext.crypt(password, ext.gen_salt('bf', cost));
end;
$$;
comment on function auth.hash_password(text, integer) is
  'bcrypt hash of a password of at most 72 bytes (PT422 when longer).';

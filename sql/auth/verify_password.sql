-- pgcrypto knows bcrypt as $2a$ only and falls back to DES on other prefixes, hence the rewriting. bcrypt reads 72 bytes:
-- a longer password would match by its beginning alone. A hash is computed in every case, so that the time it takes
-- does not tell an unknown account from a wrong password.
create or replace function auth.verify_password(password text, hash text, cost integer) returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  v_hash text := regexp_replace(coalesce(hash, ''), '^\$2[by]\$', '$2a$');
  v_known boolean := v_hash ~ '^\$2a\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$';
begin
  -- No password is a wrong one: null would pass for neither yes nor no.
  return coalesce(
    ext.crypt(password, case when v_known then v_hash else ext.gen_salt('bf', cost) end) = v_hash
      and v_known
      and octet_length(password) <= 72,
    false);
end;
$$;
comment on function auth.verify_password(text, text, integer) is
  'Whether a password fits a bcrypt hash ($2a$, $2b$, $2y$); without a hash it takes as long as one of this cost.';

-- pgcrypto knows bcrypt as $2a$ only and falls back to DES on other prefixes, hence the rewriting. bcrypt reads 72 bytes:
-- a longer password would match by its beginning alone. A hash is computed in every case, so that the time it takes
-- does not tell an unknown account from a wrong password.
create or replace function auth.verify_password(password text, hash text) returns boolean
  language plpgsql immutable security definer set search_path = ''
as $$
declare
  v_hash text := regexp_replace(coalesce(hash, ''), '^\$2[by]\$', '$2a$');
  v_known boolean := v_hash ~ '^\$2a\$\d\d\$[./A-Za-z0-9]{53}$';
  v_against text := case when v_known then v_hash else '$2a$10$abcdefghijklmnopqrstuuO2pP1AkNWmgTZR1PGhZaBp1m6bFnFnW' end;
begin
  -- No password is a wrong one: null would pass for neither yes nor no.
  return coalesce(ext.crypt(password, v_against) = v_against and v_known and octet_length(password) <= 72, false);
end;
$$;
comment on function auth.verify_password(text, text) is
  'Whether a password fits a bcrypt hash ($2a$, $2b$, $2y$); takes as long when there is no hash.';

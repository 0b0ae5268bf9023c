-- pgcrypto knows bcrypt as $2a$ only and falls back to DES on other prefixes, so the prefix is rewritten. bcrypt reads
-- 72 bytes, so a longer password would match by its beginning alone. A hash is always computed, so that the time does
-- not tell an unknown account from a wrong password.
create or replace function auth.verify_password(password text, hash text, cost integer) returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  v_hash text := regexp_replace(coalesce(hash, ''), '^\$2[by]\$', '$2a$');
  v_known boolean := v_hash ~ '^\$2a\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$';
begin
  -- A null password is wrong: without coalesce the answer would be neither true nor false.
  return coalesce(
    ext.crypt(password, case when v_known then v_hash else ext.gen_salt('bf', cost) end) = v_hash
      and v_known
      and octet_length(password) <= 72,
    false);
end;
$$;
comment on function auth.verify_password(text, text, integer) is
  'Whether a password matches a bcrypt hash ($2a$, $2b$, $2y$). Without a hash it takes as long as one of this cost.';

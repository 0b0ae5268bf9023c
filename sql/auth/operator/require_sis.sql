create or replace function auth.require_sis(sis_key text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from auth.sis s where s.api_key = require_sis.sis_key) then
    raise sqlstate 'PT404' using message = format('SIS inconnu : %s (voyez : npm run caserne -- sis list)', require_sis.sis_key);
  end if;
end;
$$;
comment on function auth.require_sis(text) is 'Refuses a key that is no SIS''s, for the operator (PT404).';

create or replace function auth.add_user(name text, email text, password_hash text) returns bigint
  language plpgsql volatile set search_path = ''
as $$
declare
  v_id bigint;
begin
  insert into auth.users (name, email, password_hash)
  values (request.clean_name(add_user.name), btrim(add_user.email), add_user.password_hash)
  on conflict do nothing
  returning id into v_id;
  if v_id is null then
    raise sqlstate 'PT422' using message = 'Cette adresse e-mail est déjà utilisée.', detail = 'email';
  end if;
  return v_id;
end;
$$;
comment on function auth.add_user(text, text, text) is
  'Creates an account and returns its id. PT422 on email when it is taken.';

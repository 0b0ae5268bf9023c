create or replace function auth.find_user(email text) returns auth.users
  language plpgsql stable set search_path = ''
as $$
declare
  v_user auth.users := auth.user_by_email(find_user.email);
begin
  if v_user.id is null then
    raise sqlstate 'PT404' using message = 'Compte inconnu : ' || find_user.email;
  end if;
  return v_user;
end;
$$;
comment on function auth.find_user(text) is
  'The account with an e-mail, for the operator (PT404 when there is none).';

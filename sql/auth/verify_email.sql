create or replace function auth.verify_email(user_id bigint) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_email text;
begin
  update auth.users u
     set email_verified_at = clock_timestamp()
   where u.id = verify_email.user_id
  returning u.email into v_email;
  delete from auth.tokens t where t.user_id = verify_email.user_id and t.genre = 'confirmation';
  perform auth.link_sapeurs(verify_email.user_id, v_email);
end;
$$;
comment on function auth.verify_email(bigint) is
  'Marks the e-mail of an account as confirmed, and links the account to the sapeurs with that e-mail.';

-- People are under policies, so each SIS is opened in turn.
create or replace function auth.link_sapeurs(user_id bigint, email text) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
  v_sis_key text;
begin
  for v_sis_key in select s.api_key from auth.sis s order by s.api_key loop
    perform request.open(coalesce(nullif(v_opened[1], '')::bigint, link_sapeurs.user_id), v_sis_key, array['sapeur.lecture'], null);
    perform auth.link_sapeur(v_sis_key, link_sapeurs.user_id, link_sapeurs.email);
  end loop;
  perform request.reopen(v_opened);
end;
$$;
comment on function auth.link_sapeurs(bigint, text) is
  'Links an account to the sapeur with its e-mail in each SIS where auth.link_sapeur finds one.';

create or replace function auth.link_sapeurs(user_id bigint, email text) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  -- Of no SIS: the tables of auth show those of every SIS then.
  perform request.enter(coalesce(nullif(v_opened[1], '')::bigint, link_sapeurs.user_id), null, null, null);
  perform auth.link_sapeur(s.sis_key, link_sapeurs.user_id, link_sapeurs.email)
     from (
       select distinct s.sis_key from auth.sapeurs s where lower(s.email) = lower(link_sapeurs.email) and s.email <> ''
     ) s;
  perform request.reopen(v_opened);
end;
$$;
comment on function auth.link_sapeurs(bigint, text) is
  'Links an account to the sapeur with its e-mail in each SIS where auth.link_sapeur finds one.';

-- People are under policies: looked for in one SIS after the other. An e-mail that two people of a SIS share names neither.
create or replace function auth.link_sapeurs(user_id bigint, email text) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_sis_key text;
begin
  for v_sis_key in select s.api_key from auth.sis s order by s.api_key loop
    perform request.open(link_sapeurs.user_id, v_sis_key, array['sapeur.lecture'], null);
    insert into auth.memberships (sis_key, user_id, sapeur_id)
    select v_sis_key, link_sapeurs.user_id, min(p.sapeur_id)
      from app.particularites p
     where p.sis_key = v_sis_key
       and lower(p.email) = lower(link_sapeurs.email)
    having count(*) = 1
       and not exists (select from auth.memberships m where m.sis_key = v_sis_key and m.sapeur_id = min(p.sapeur_id))
    on conflict on constraint memberships_pkey do update set sapeur_id = excluded.sapeur_id
     where memberships.sapeur_id is null;
  end loop;
  perform request.open(null, null, null, null);
end;
$$;
comment on function auth.link_sapeurs(bigint, text) is
  'Links an account to the sapeur who carries its e-mail, in each SIS where there is one such, not linked to another account yet.';

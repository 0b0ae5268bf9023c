create or replace function app.nom_prenom(sapeur_id bigint) returns text
  language sql stable security definer set search_path = ''
as $$
  select s.nom_prenom from app.sapeurs s where s.sis_key = request.sis_key() and s.id = nom_prenom.sapeur_id
$$;
comment on function app.nom_prenom(bigint) is
  'Name of a sapeur of the caller''s SIS. Definer: sapeurs who exchange their standby without any permission may know the other''s name.';
grant execute on function app.nom_prenom(bigint) to caserne_api;

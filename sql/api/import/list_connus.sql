create or replace function api.list_connus() returns table (nom_prenom text, date_naissance text)
  language sql stable
as $$
  select s.nom_prenom, p.date_naissance::text
    from app.sapeurs s
    left join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
   where s.sis_key = request.sis_key()
$$;
comment on function api.list_connus() is
  'Names and dates of birth of the people of a SIS, by which an import knows them. For the operator, not granted.';

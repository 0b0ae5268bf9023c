create or replace function app.write_particularites(sapeur_id bigint, body jsonb) returns void
  language plpgsql volatile
as $$
begin
  insert into app.particularites (
    sapeur_id, email, rue, no_rue, localite_id, date_naissance, profession, employeur, lieu_de_travail, remarque
  )
  select write_particularites.sapeur_id, coalesce(n.email, ''), coalesce(n.rue, ''), coalesce(n.no_rue, ''), n.localite_id,
         n.date_naissance, coalesce(n.profession, ''), coalesce(n.employeur, ''), coalesce(n.lieu_de_travail, ''),
         coalesce(n.remarque, '')
    from jsonb_populate_record((
           select p
             from app.particularites p
            where p.sis_key = request.sis_key()
              and p.sapeur_id = write_particularites.sapeur_id
         ), body) n
  on conflict on constraint particularites_pkey do update
     set (email, rue, no_rue, localite_id, date_naissance, profession, employeur, lieu_de_travail, remarque) = (
       excluded.email, excluded.rue, excluded.no_rue, excluded.localite_id, excluded.date_naissance, excluded.profession,
       excluded.employeur, excluded.lieu_de_travail, excluded.remarque
     );

  insert into app.salaires (sapeur_id, no_avs, cotisation_avs, iban)
  select write_particularites.sapeur_id, coalesce(n.no_avs, ''), coalesce(n.cotisation_avs, true), coalesce(n.iban, '')
    from jsonb_populate_record((
           select s
             from app.salaires s
            where s.sis_key = request.sis_key()
              and s.sapeur_id = write_particularites.sapeur_id
         ), body) n
  on conflict on constraint salaires_pkey do update
     set (no_avs, cotisation_avs, iban) = (excluded.no_avs, excluded.cotisation_avs, excluded.iban);
end;
$$;
comment on function app.write_particularites(bigint, jsonb) is
  'Writes the private data of a sapeur in both tables. Absent keys leave values as they are, null clears them; PT422.';
grant execute on function app.write_particularites(bigint, jsonb) to caserne_api;

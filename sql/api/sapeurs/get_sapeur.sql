create or replace function api.get_sapeur(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
    'id', s.id, 'type', s.type, 'nom', s.nom, 'prenom', s.prenom, 'suffixe', s.suffixe, 'nom_prenom', s.nom_prenom,
    'actif', true,
    'civilite_id', s.civilite_id, 'localite_id', p.localite_id,
    'fonction_id', 0, 'grade_id', 0, 'annee_incorporation', null, 'porteur', s.porteur,
    'remarque', coalesce(p.remarque, ''), 'email', coalesce(p.email, ''),
    'created_at', request.utc_micros(s.created_at), 'updated_at', request.utc_micros(s.updated_at),
    'rue', coalesce(p.rue, ''), 'no_rue', coalesce(p.no_rue, ''), 'date_naissance', p.date_naissance,
    'no_avs', coalesce(a.no_avs, ''), 'cotisation_avs', coalesce(a.cotisation_avs, true), 'iban', coalesce(a.iban, ''),
    'profession', coalesce(p.profession, ''), 'employeur', coalesce(p.employeur, ''),
    'lieu_de_travail', coalesce(p.lieu_de_travail, '')
  )
    from app.sapeurs s
    left join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
    left join app.salaires a on a.sis_key = s.sis_key and a.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = get_sapeur.id
$$;
comment on function api.get_sapeur(bigint) is
  'The full record of a sapeur of the caller''s SIS, or null when there is none to see.';
grant execute on function api.get_sapeur(bigint) to caserne_api;

-- jsonb, because lists and records add different fields to it.
create or replace function api.as_json(sapeur app.sapeurs_du_jour, particularites app.particularites) returns jsonb
  language sql stable
as $$
  select jsonb_build_object(
    'id', sapeur.id,
    'type', sapeur.type,
    'nom', sapeur.nom,
    'prenom', sapeur.prenom,
    'suffixe', sapeur.suffixe,
    'nom_prenom', sapeur.nom_prenom,
    'actif', sapeur.actif,
    'civilite_id', sapeur.civilite_id,
    'localite_id', particularites.localite_id,
    'fonction_id', coalesce(sapeur.fonction_id, 0),
    'grade_id', coalesce(sapeur.grade_id, 0),
    'annee_incorporation', sapeur.annee_incorporation,
    'porteur', sapeur.porteur,
    'remarque', coalesce(particularites.remarque, ''),
    'email', coalesce(particularites.email, ''),
    'created_at', request.utc_micros(sapeur.created_at),
    'updated_at', request.utc_micros(sapeur.updated_at)
  )
$$;
comment on function api.as_json(app.sapeurs_du_jour, app.particularites) is 'A sapeur on the wire, as in lists.';
grant execute on function api.as_json(app.sapeurs_du_jour, app.particularites) to caserne_api;

create or replace function api.as_json(sapeur app.sapeurs_du_jour, particularites app.particularites, salaire app.salaires)
  returns jsonb
  language sql stable
as $$
  select api.as_json(sapeur, particularites) || jsonb_build_object(
    'rue', coalesce(particularites.rue, ''),
    'no_rue', coalesce(particularites.no_rue, ''),
    'date_naissance', particularites.date_naissance,
    'no_avs', coalesce(salaire.no_avs, ''),
    'cotisation_avs', coalesce(salaire.cotisation_avs, true),
    'profession', coalesce(particularites.profession, ''),
    'employeur', coalesce(particularites.employeur, ''),
    'lieu_de_travail', coalesce(particularites.lieu_de_travail, ''),
    'iban', coalesce(salaire.iban, '')
  )
$$;
comment on function api.as_json(app.sapeurs_du_jour, app.particularites, app.salaires) is
  'A sapeur on the wire with the private data that the caller may see.';
grant execute on function api.as_json(app.sapeurs_du_jour, app.particularites, app.salaires) to caserne_api;

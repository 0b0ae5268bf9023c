-- Queries have these functions in FROM, for the reason given at api.ecriture_json.
create or replace function api.sapeur_json(sapeur app.sapeurs_du_jour, particularites app.particularites)
  returns table (
    id bigint, type smallint, nom text, prenom text, suffixe text, nom_prenom text, actif boolean, civilite_id bigint,
    localite_id bigint, fonction_id bigint, grade_id bigint, annee_incorporation integer, porteur boolean, remarque text,
    email text, created_at text, updated_at text
  )
  language sql stable
as $$
  select sapeur.id, sapeur.type, sapeur.nom, sapeur.prenom, sapeur.suffixe, sapeur.nom_prenom, sapeur.actif,
         sapeur.civilite_id, particularites.localite_id, coalesce(sapeur.fonction_id, 0), coalesce(sapeur.grade_id, 0),
         sapeur.annee_incorporation, sapeur.porteur, coalesce(particularites.remarque, ''),
         coalesce(particularites.email, ''), request.utc_micros(sapeur.created_at), request.utc_micros(sapeur.updated_at)
$$;
comment on function api.sapeur_json(app.sapeurs_du_jour, app.particularites) is
  'The fields of a sapeur on the wire, as in lists.';
grant execute on function api.sapeur_json(app.sapeurs_du_jour, app.particularites) to caserne_api;

create or replace function api.prive_json(particularites app.particularites, salaire app.salaires)
  returns table (
    rue text, no_rue text, date_naissance date, no_avs text, cotisation_avs boolean, profession text, employeur text,
    lieu_de_travail text, iban text
  )
  language sql stable
as $$
  select coalesce(particularites.rue, ''), coalesce(particularites.no_rue, ''), particularites.date_naissance,
         coalesce(salaire.no_avs, ''), coalesce(salaire.cotisation_avs, true), coalesce(particularites.profession, ''),
         coalesce(particularites.employeur, ''), coalesce(particularites.lieu_de_travail, ''), coalesce(salaire.iban, '')
$$;
comment on function api.prive_json(app.particularites, app.salaires) is
  'The private fields of a sapeur on the wire, as far as the caller may see them.';
grant execute on function api.prive_json(app.particularites, app.salaires) to caserne_api;

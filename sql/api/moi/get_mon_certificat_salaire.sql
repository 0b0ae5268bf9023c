-- Definer: as in api.get_mes_decomptes, the payees of a décompte may not read it.
create or replace function api.get_mon_certificat_salaire(exercice_comptable_id bigint) returns json
  language sql stable security definer set search_path = ''
as $$
  select app.require_certificats(
    app.feuille_certificats(app.require_annee_civile(get_mon_certificat_salaire.exercice_comptable_id), request.sapeur_id())
  )
   where request.sapeur_id() is not null
$$;
comment on function api.get_mon_certificat_salaire(bigint) is
  'The salary certificate of the calling sapeur: contents of the PDF. Null when there is no such year. PT409. Definer: they may not read the décomptes themselves.';
grant execute on function api.get_mon_certificat_salaire(bigint) to caserne_api;

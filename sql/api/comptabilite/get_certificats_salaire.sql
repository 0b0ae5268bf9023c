create or replace function api.get_certificats_salaire(exercice_comptable_id bigint, sapeur_id bigint) returns json
  language plpgsql stable
as $$
begin
  if get_certificats_salaire.sapeur_id is not null and not exists (
    select from app.sapeurs s where s.sis_key = request.sis_key() and s.id = get_certificats_salaire.sapeur_id
  ) then
    raise sqlstate 'PT422' using message = 'Ce sapeur n’existe pas.', detail = 'sapeur_id';
  end if;
  return app.require_certificats(
    app.feuille_certificats(
      app.require_annee_civile(get_certificats_salaire.exercice_comptable_id), get_certificats_salaire.sapeur_id
    )
  );
end;
$$;
comment on function api.get_certificats_salaire(bigint, bigint) is
  'Salary certificates of an accounting year, of everyone or of one sapeur: contents of the PDF (app.feuille_certificats). Null when there is no such year to see. PT409, PT422.';
grant execute on function api.get_certificats_salaire(bigint, bigint) to caserne_api;

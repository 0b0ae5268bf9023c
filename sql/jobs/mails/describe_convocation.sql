create or replace function jobs.describe_convocation(sis_key text, exercice_id bigint, sapeur_id bigint) returns json
  language plpgsql volatile
as $$
begin
  perform request.open(null, sis_key, array['exercice.lecture', 'sapeur.lecture'], null);
  return (
    select json_build_object(
             'genre', 'convocation', 'email', p.email, 'name', s.prenom || ' ' || s.nom,
             'sis', (select a.nom from auth.sis a where a.api_key = e.sis_key), 'exercice', app.annonce_exercice(e))
      from app.exercices e
      join app.exercice_sapeurs c on c.sis_key = e.sis_key and c.exercice_id = e.id
      join app.sapeurs s on s.sis_key = c.sis_key and s.id = c.sapeur_id
      join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
     where e.sis_key = describe_convocation.sis_key
       and e.id = describe_convocation.exercice_id
       and e.statut <> app.exercice_annule()
       and c.sapeur_id = describe_convocation.sapeur_id
       and c.convoque
       and p.email <> ''
  );
end;
$$;
comment on function jobs.describe_convocation(text, bigint, bigint) is
  'The data of the mail that calls a sapeur to an exercice, {genre, email, name, sis, exercice}; null when they are no longer convoked, or have no e-mail.';

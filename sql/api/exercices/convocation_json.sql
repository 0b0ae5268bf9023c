create or replace function api.as_json(convocation app.exercice_sapeurs) returns json
  language sql stable
as $$
  select json_build_object(
    'id', convocation.id,
    'sapeur_id', convocation.sapeur_id,
    'exercice_id', convocation.exercice_id,
    'convoque', convocation.convoque,
    'present', convocation.present,
    'absent', convocation.absent,
    'remplace', convocation.remplace,
    'excuse_type_id', convocation.excuse_type_id,
    'excuse_statut', convocation.excuse_statut,
    'date_demande', convocation.date_demande,
    'date_validation', convocation.date_validation,
    'remarque', convocation.remarque,
    'justification', convocation.justification
  )
$$;
comment on function api.as_json(app.exercice_sapeurs) is
  'A convocation to an exercice on the wire, and what came of it.';
grant execute on function api.as_json(app.exercice_sapeurs) to caserne_api;

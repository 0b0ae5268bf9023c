create or replace function api.as_json(convocation app.exercice_sapeurs, heures json) returns json
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
    'excuse', convocation.excuse,
    'excuse_type_id', convocation.excuse_type_id,
    'excuse_statut', convocation.excuse_statut,
    'amende', convocation.excuse_statut = -2,
    'date_demande', convocation.date_demande,
    'date_validation', convocation.date_validation,
    'remarque', convocation.remarque,
    'justification', convocation.justification,
    'heures', coalesce(heures, '[]')
  )
$$;
comment on function api.as_json(app.exercice_sapeurs, json) is
  'A convocation to an exercice on the wire, with its result and the hours of the sapeur (null: none).';
grant execute on function api.as_json(app.exercice_sapeurs, json) to caserne_api;

create or replace function app.remove_lignes(genre text, parent_id bigint, ids bigint[]) returns setof bigint
  language plpgsql volatile
as $$
begin
  case genre
    when 'sapeurs' then
      return query delete from app.intervention_sapeurs l
        where l.sis_key = request.sis_key() and l.intervention_id = parent_id and l.id = any (ids) returning l.id;
    when 'vehicules' then
      return query delete from app.intervention_vehicules l
        where l.sis_key = request.sis_key() and l.intervention_id = parent_id and l.vehicule_id = any (ids) returning l.vehicule_id;
    when 'materiels' then
      return query delete from app.intervention_materiels l
        where l.sis_key = request.sis_key() and l.intervention_id = parent_id and l.id = any (ids) returning l.id;
    when 'groupes' then
      return query delete from app.intervention_groupes l
        where l.sis_key = request.sis_key() and l.intervention_id = parent_id and l.id = any (ids) returning l.id;
    when 'missions' then
      return query delete from app.intervention_missions l
        where l.sis_key = request.sis_key() and l.intervention_id = parent_id and l.id = any (ids) returning l.id;
    when 'jalons' then
      return query delete from app.intervention_jalons l
        where l.sis_key = request.sis_key() and l.intervention_id = parent_id and l.id = any (ids) returning l.id;
    when 'appels' then
      return query delete from app.intervention_appels l
        where l.sis_key = request.sis_key() and l.intervention_id = parent_id and l.id = any (ids) returning l.id;
    when 'phases' then
      return query delete from app.intervention_phases l
        where l.sis_key = request.sis_key() and l.intervention_id = parent_id and l.id = any (ids) returning l.id;
    when 'quittances' then
      return query delete from app.intervention_quittances l
        where l.sis_key = request.sis_key() and l.intervention_id = parent_id and l.id = any (ids) returning l.id;
    when 'heures' then
      return query delete from app.exercice_heures l
        where l.sis_key = request.sis_key() and l.exercice_id = parent_id and l.id = any (ids) returning l.id;
  end case;
end;
$$;
comment on function app.remove_lignes(text, bigint, bigint[]) is
  'Removes those rows of an intervention, or hours of an exercice, that have these ids, and returns the ids that it found. A vehicle is known by vehicule_id.';
grant execute on function app.remove_lignes(text, bigint, bigint[]) to caserne_api;

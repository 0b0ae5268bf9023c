create or replace function api.get_exercices_ics(exercice_comptable_id bigint default null) returns json
  language plpgsql volatile
as $$
declare
  v_fuseau constant text := app.fuseau();
  v_jours record := app.fenetre_calendrier();
begin
  if exercice_comptable_id is not null then
    select x.debut as du, x.fin as au into v_jours
      from app.exercices_comptables x
     where x.sis_key = request.sis_key() and x.id = get_exercices_ics.exercice_comptable_id;
  end if;
  return api.evenements_json(array(
    select app.evenement_exercice(e, l.nom, c.designation, v_fuseau, e.updated_at)
      from app.exercices e
      left join app.localites l on l.id = e.localite_id
      left join app.exercice_categories c on c.sis_key = e.sis_key and c.id = e.exercice_categorie_id
     where e.sis_key = request.sis_key()
       and e.date between v_jours.du and v_jours.au
    union all
    select r
      from app.exercices_retires(null) r
     where get_exercices_ics.exercice_comptable_id is null
  ));
end;
$$;
comment on function api.get_exercices_ics(bigint) is
  'A calendar of the exercices of the caller''s SIS: those of an accounting year, or of the days that calendars show with those removed of late.';
grant execute on function api.get_exercices_ics(bigint) to caserne_api;

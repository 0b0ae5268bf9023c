create or replace function api.list_disponibilites(du date default null, au date default null) returns json
  language plpgsql stable
as $$
declare
  v_periode constant tstzrange := app.check_periode(list_disponibilites.du, list_disponibilites.au, 62);
  v_fuseau constant text := app.fuseau();
begin
  return (
    select coalesce(json_agg(json_build_object(
             'id', a.id,
             'sapeur_id', a.sapeur_id,
             'nom_prenom', s.nom_prenom,
             'debut', request.local_instant(a.debut, v_fuseau),
             'fin', request.local_instant(a.fin, v_fuseau),
             'motif', a.motif
           ) order by a.debut, s.nom_prenom, a.id), '[]')
      from app.absences(lower(v_periode), upper(v_periode)) a
      join app.sapeurs s on s.sis_key = request.sis_key() and s.id = a.sapeur_id
  );
end;
$$;
comment on function api.list_disponibilites(date, date) is
  'When people cannot come, from a day to another, at most 62 days, each repetition by itself; motif only for who may know it. PT422.';
grant execute on function api.list_disponibilites(date, date) to caserne_api;

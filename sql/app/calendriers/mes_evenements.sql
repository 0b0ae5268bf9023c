-- Definer: sapeurs may not read exercices that they are convoked to (api.list_mes_exercices), nor the journal, which
-- knows when the own row was changed last.
create or replace function app.mes_evenements() returns setof jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_opened constant text[] := request.opened();
  v_sapeur_id constant bigint := request.sapeur_id();
  v_fuseau constant text := app.fuseau();
  v_fenetre constant record := app.fenetre_calendrier();
begin
  perform request.open(null, request.sis_key(), array['exercice.lecture', 'sis.config'], null);
  return query
    select app.evenement_exercice(e, v.nom, c.designation, v_fuseau, greatest(e.updated_at, j.recorded_at))
        || jsonb_build_object('excuse_statut', case when s.excuse then s.excuse_statut end)
      from app.exercice_sapeurs s
      join app.exercices e on e.sis_key = s.sis_key and e.id = s.exercice_id
      left join app.localites v on v.id = e.localite_id
      left join app.exercice_categories c on c.sis_key = e.sis_key and c.id = e.exercice_categorie_id
      left join lateral (
        select l.recorded_at
          from audit.journal l
         where l.sis_key = s.sis_key and l.ressource = 'exercice_sapeurs' and l.ligne_id = s.id
         order by l.id desc
         limit 1
      ) j on true
     where s.sis_key = request.sis_key()
       and s.sapeur_id = v_sapeur_id
       and e.date between v_fenetre.du and v_fenetre.au;
  perform request.reopen(v_opened);
  return query select r from app.exercices_retires(v_sapeur_id) r where v_sapeur_id is not null;
end;
$$;
comment on function app.mes_evenements() is
  'What the calendar of the calling sapeur shows: exercices on whose list he is, and those of late that he was taken off or that were removed. Definer: he may read neither other exercices nor the journal.';
grant execute on function app.mes_evenements() to caserne_api;

-- Definer: sapeurs may not read exercices that they are convoked to (api.list_mes_exercices), nor the journal, which
-- knows when a row was changed last.
create or replace function app.mes_evenements() returns setof jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_opened constant text[] := request.opened();
  v_sapeur_id constant bigint := request.sapeur_id();
  v_fuseau constant text := app.fuseau();
  v_fenetre constant record := app.fenetre_calendrier();
begin
  perform request.open(null, request.sis_key(), array['exercice.lecture', 'sapeur.modification', 'sis.config'], null);
  return query
    select app.evenement_exercice(e, v.nom, c.designation, v_fuseau, greatest(e.updated_at, j.modifie_at))
        || jsonb_build_object('excuse_statut', case when s.excuse then s.excuse_statut end)
      from app.exercice_sapeurs s
      join app.exercices e on e.sis_key = s.sis_key and e.id = s.exercice_id
      left join app.localites v on v.id = e.localite_id
      left join app.exercice_categories c on c.sis_key = e.sis_key and c.id = e.exercice_categorie_id
     cross join lateral app.dates_du_journal('exercice_sapeurs', s.id) j
     where s.sis_key = request.sis_key()
       and s.sapeur_id = v_sapeur_id
       and e.date between v_fenetre.du and v_fenetre.au;
  return query
    select app.evenement_piquet(q, g.designation, f.designation, v_fuseau, j.created_at, j.modifie_at)
      from app.piquets q
      left join app.groupes g on g.sis_key = q.sis_key and g.id = q.groupe_id
      left join app.fonctions f on f.sis_key = q.sis_key and f.id = q.fonction_id
     cross join lateral app.dates_du_journal('piquets', q.id) j
     where q.sis_key = request.sis_key()
       and q.sapeur_id = v_sapeur_id
       and q.fin >= v_fenetre.du
       and q.debut < v_fenetre.au;
  return query
    select app.evenement_absence(i, v_fuseau, j.created_at, j.modifie_at)
      from app.indisponibilites i
     cross join lateral app.dates_du_journal('indisponibilites', i.id) j
     where i.sis_key = request.sis_key()
       and i.sapeur_id = v_sapeur_id
       and i.dernier_jour >= v_fenetre.du
       and i.debut < v_fenetre.au;
  return query select r from app.piquets_retires(v_sapeur_id, v_fuseau, v_fenetre.du, v_fenetre.au) r;
  perform request.reopen(v_opened);
  return query select r from app.exercices_retires(v_sapeur_id) r where v_sapeur_id is not null;
end;
$$;
comment on function app.mes_evenements() is
  'Calendar of the calling sapeur: exercices on whose list they are, standby, absences, and recent cancellations. Definer: they may read neither other exercices nor the journal.';
grant execute on function app.mes_evenements() to caserne_api;

create or replace function app.has_ligne(genre text, intervention_id bigint, ligne jsonb) returns boolean
  language plpgsql stable
as $$
declare
  v_fuseau text := app.fuseau();
begin
  return case genre
    when 'missions' then exists (
      select
        from app.intervention_missions m, jsonb_populate_record(null::app.intervention_missions, ligne) n
       where m.sis_key = request.sis_key()
         and m.intervention_id = has_ligne.intervention_id
         and (m.titre, m.resume, m.debut, m.fin, m.sapeur_id, m.sapeur) is not distinct from
             (n.titre, coalesce(n.resume, ''), request.read_instant(ligne ->> 'debut', v_fuseau),
              request.read_instant(ligne ->> 'fin', v_fuseau), n.sapeur_id, coalesce(n.sapeur, ''))
    )
    when 'jalons' then exists (
      select
        from app.intervention_jalons j, jsonb_populate_record(null::app.intervention_jalons, ligne) n
       where j.sis_key = request.sis_key()
         and j.intervention_id = has_ligne.intervention_id
         and (j.titre, j.description, j.date_time, j.sapeur_id, j.sapeur) is not distinct from
             (n.titre, coalesce(n.description, ''), request.read_instant(ligne ->> 'date_time', v_fuseau), n.sapeur_id,
              coalesce(n.sapeur, ''))
    )
    when 'appels' then exists (
      select
        from app.intervention_appels a, jsonb_populate_record(null::app.intervention_appels, ligne) n
       where a.sis_key = request.sis_key()
         and a.intervention_id = has_ligne.intervention_id
         and (a.date, a.numero, a.nom, a.commentaire) is not distinct from
             (request.read_instant(ligne ->> 'date', v_fuseau), n.numero, n.nom, coalesce(n.commentaire, ''))
    )
    when 'phases' then exists (
      select
        from app.intervention_phases p
       where p.sis_key = request.sis_key()
         and p.intervention_id = has_ligne.intervention_id
         and p.phase_type_id = (ligne ->> 'phase_type_id')::bigint
         and p.debut = request.read_instant(ligne ->> 'debut', v_fuseau)
    )
    when 'groupes' then exists (
      select
        from app.intervention_groupes g
       where g.sis_key = request.sis_key()
         and g.intervention_id = has_ligne.intervention_id
         and g.no = coalesce(ligne ->> 'no', '')
         and g.designation = coalesce(ligne ->> 'designation', '')
    )
    else false
  end;
end;
$$;
comment on function app.has_ligne(text, bigint, jsonb) is
  'Whether an intervention already has a mission, jalon, call, phase or group with the same values in all fields.';
grant execute on function app.has_ligne(text, bigint, jsonb) to caserne_api;

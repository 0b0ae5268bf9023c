-- Only a tablet's report brings presences that overlap, so one of two is always marked as such (toleree).
create or replace function app.check_chevauchements(intervention app.interventions) returns void
  language plpgsql stable
as $$
declare
  v_nom text;
  v_autre text;
begin
  select s.nom_prenom, i.numero into v_nom, v_autre
    from app.intervention_sapeurs p
   cross join lateral (
     select q.intervention_id
       from app.intervention_sapeurs q
      where q.sis_key = p.sis_key and q.sapeur_id = p.sapeur_id and q.intervention_id <> p.intervention_id
        and q.toleree
        and q.debut < p.fin and p.debut < q.fin
     union all
     select q.intervention_id
       from app.intervention_sapeurs q
      where q.sis_key = p.sis_key and q.sapeur_id = p.sapeur_id and q.intervention_id <> p.intervention_id
        and p.toleree
        and q.debut < p.fin and p.debut < q.fin
      limit 1
   ) q
   -- limit: each looked up by their id. A join would read all people of the SIS by their names.
   cross join lateral (
     select s.id, s.nom_prenom from app.sapeurs s where s.sis_key = p.sis_key and s.id = p.sapeur_id limit 1
   ) s
    join app.interventions i on i.sis_key = p.sis_key and i.id = q.intervention_id
   where p.sis_key = intervention.sis_key
     and p.intervention_id = intervention.id
   order by s.nom_prenom, s.id
   limit 1;
  if found then
    raise sqlstate 'PT409' using message =
      format('%s est présent en même temps aux interventions %s et %s : corrigez l’une des présences', v_nom, intervention.numero, v_autre);
  end if;
end;
$$;
comment on function app.check_chevauchements(app.interventions) is
  'Refuses (PT409) an intervention at which someone is present while they are present at another one, and names both.';

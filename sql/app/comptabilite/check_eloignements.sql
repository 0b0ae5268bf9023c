-- A tablet's report brings such presences, mostly by a wrong date. So does a change of the intervention's own date.
create or replace function app.check_eloignements(intervention app.interventions) returns void
  language plpgsql stable
as $$
declare
  v_periode constant tstzrange := app.periode_presences(intervention);
  v_presence app.intervention_sapeurs;
begin
  select * into v_presence
    from app.intervention_sapeurs p
   where p.sis_key = intervention.sis_key
     and p.intervention_id = intervention.id
     and not tstzrange(p.debut, p.fin, '[]') <@ v_periode
   order by p.debut, p.id
   limit 1;
  if found then
    raise sqlstate 'PT409' using message = format(
      '%s est présent à plus d’un jour de l’intervention %s (%s) : corrigez sa présence',
      (select s.nom_prenom from app.sapeurs s where s.sis_key = v_presence.sis_key and s.id = v_presence.sapeur_id),
      intervention.numero,
      app.tell_periode(v_presence.debut, v_presence.fin));
  end if;
end;
$$;
comment on function app.check_eloignements(app.interventions) is
  'Refuses (PT409) an intervention at which someone is present more than a day before or after it, and names them.';

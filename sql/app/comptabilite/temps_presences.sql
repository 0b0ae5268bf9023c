create or replace function app.temps_presences(intervention app.interventions, piquet boolean)
  returns table (sapeur_id bigint, temps tstzmultirange)
  language sql stable
as $$
  select p.sapeur_id, range_agg(tstzrange(p.debut, p.fin))
    from app.intervention_sapeurs p
   where p.sis_key = intervention.sis_key
     and p.intervention_id = intervention.id
     and (temps_presences.piquet is null or p.piquet = temps_presences.piquet)
   group by p.sapeur_id
$$;
comment on function app.temps_presences(app.interventions, boolean) is
  'The time of each sapeur at an intervention, what overlaps once: as standby, otherwise, or both (piquet null).';

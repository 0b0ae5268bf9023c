-- Example: someone on standby from 14:00 to 18:00, who left for the intervention from 15:00 to 16:00, has three hours
-- of standby. Only a tablet's report brings rows of one sapeur that overlap.
create or replace function app.temps_presences(intervention app.interventions, piquet boolean)
  returns table (sapeur_id bigint, temps tstzmultirange)
  language sql stable
as $$
  select p.sapeur_id, p.temps
    from (
      select p.sapeur_id,
             case when temps_presences.piquet
                  then range_agg(p.temps) filter (where p.piquet) - coalesce(range_agg(p.temps) filter (where not p.piquet), '{}')
                  else range_agg(p.temps) filter (where temps_presences.piquet is null or not p.piquet)
             end as temps,
             bool_or(not p.piquet) as intervenu
        from (
          select p.sapeur_id, p.piquet, tstzrange(p.debut, p.fin) as temps
            from app.intervention_sapeurs p
           where p.sis_key = intervention.sis_key
             and p.intervention_id = intervention.id
        ) p
       group by p.sapeur_id
    ) p
   where p.temps is not null
     -- No standby is left to pay. A presence that ends as it begins counts anyway, unless there is another one.
     and not (temps_presences.piquet is true and p.intervenu and isempty(p.temps))
$$;
comment on function app.temps_presences(app.interventions, boolean) is
  'The time of each sapeur at an intervention, what overlaps once: as standby and not otherwise present, otherwise present, or both (piquet null).';

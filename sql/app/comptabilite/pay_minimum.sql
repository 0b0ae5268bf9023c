create or replace function app.pay_minimum(
  intervention app.interventions, indemnite app.indemnites_intervention, piquet boolean
) returns table (sapeur_id bigint, secondes numeric, taux numeric, taux_designation text, total numeric)
  language sql stable
as $$
  with phases as materialized (
    select app.temps_phases(
             array_agg(f.debut order by f.id), array_agg(f.phase_type_id order by f.id), indemnite.phase_type_id) as temps
      from app.intervention_phases f
     where f.sis_key = intervention.sis_key
       and f.intervention_id = intervention.id
  )
  select p.sapeur_id, s.toutes, 1, '',
         app.montant_minimum(
           s.phase, s.toutes - s.phase, indemnite.tarif, indemnite.tarif_min, indemnite.tarif_min_pour,
           indemnite.tarif_min_pro_rata, indemnite.tarif_pro_rata)
    from app.temps_presences(intervention, piquet) p
   cross join phases f
   cross join lateral (select app.secondes(p.temps) as toutes, app.secondes(p.temps * f.temps) as phase offset 0) s
$$;
comment on function app.pay_minimum(app.interventions, app.indemnites_intervention, boolean) is
  'Pay of each sapeur of an intervention by a tariff with a minimum: one amount for all hours.';

create or replace function app.pay_taux(
  intervention app.interventions, indemnite app.indemnites_intervention, piquet boolean
) returns table (sapeur_id bigint, secondes numeric, taux numeric, taux_designation text, total numeric)
  language sql stable
as $$
  with presences as materialized (
    select * from app.temps_presences(intervention, piquet)
  ),
  -- Once for all: everybody has the same nights and week-ends.
  calendrier as materialized (
    select case when indemnite.taux_weekend > 0 then app.weekends(p.periode, p.fuseau) else '{}' end as weekends,
           case when indemnite.taux_nuit > 0 then app.nuits(p.periode, indemnite.debut, indemnite.fin, p.fuseau) else '{}' end as nuits
      from (select tstzrange(min(lower(temps)), max(upper(temps))) as periode, app.fuseau() as fuseau from presences) p
  )
  select p.sapeur_id, t.secondes, t.taux, t.designation, m.total
    from presences p
   cross join calendrier c
   cross join lateral app.split_temps(p.temps, c.weekends, c.nuits) s
   cross join lateral (
     values (s.normal, 1, ''), (s.nuit, indemnite.taux_nuit, 'Nuit'), (s.weekend, indemnite.taux_weekend, 'Week-end')
   ) as t (secondes, taux, designation)
   cross join lateral (select app.montant_taux(t.secondes, indemnite.tarif, t.taux) as total offset 0) m
   where m.total <> 0
$$;
comment on function app.pay_taux(app.interventions, app.indemnites_intervention, boolean) is
  'Pay of each sapeur of an intervention by a tariff with rates: an amount each for normal time, night and week-end, without those of 0.00.';

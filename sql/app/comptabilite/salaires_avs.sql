-- Definer: accounting may not read birth dates otherwise, on which contributions depend.
create or replace function app.salaires_avs(exercice app.exercices_comptables)
  returns table (sapeur_id bigint, salaire_avs numeric, salaire_ac numeric, avs numeric, ac numeric, avs_ac numeric)
  language sql stable security definer set search_path = ''
as $$
  with payes as materialized (
    select * from app.paiements_annee(exercice.id, null)
  ),
  gens as materialized (
    select array_agg(p.sapeur_id) as ids from payes p
  )
  select p.sapeur_id, coalesce(s.avs, 0), coalesce(s.ac, 0), p.avs, p.ac, p.avs_ac
    from gens g
   cross join payes p
    join app.avs_params r on r.sis_key = request.sis_key() and r.exercice_comptable_id = exercice.id
    left join app.cotisants(g.ids) c on c.sapeur_id = p.sapeur_id and c.cotise
    left join app.hors_cotisation(exercice, null, null, g.ids, true) h on h.sapeur_id = p.sapeur_id
    left join lateral app.salaires_annee(
      exercice, r, c.debut, c.fin_ac, p.solde - coalesce(h.solde_avant, 0), p.indemnite - coalesce(h.indemnite_avant, 0),
      coalesce(h.solde_apres, 0), coalesce(h.indemnite_apres, 0)
    ) s on c.sapeur_id is not null
$$;
comment on function app.salaires_avs(app.exercices_comptables) is
  'Each sapeur that a paid décompte of the year pays, in francs: the salary that owes AVS and AC (app.salaires_annee), and the contributions withheld from it. Definer: to read birth dates.';
grant execute on function app.salaires_avs(app.exercices_comptables) to caserne_api;

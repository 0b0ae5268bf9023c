-- Example: until June 4,000 of solde and 2,000 of indemnités, in December 1,500 and 1,000: with an exempt amount of
-- 5,400 and a threshold of 2,500, December withholds AVS on 100 + 3,000, 164.30, and June nothing. Whether the
-- threshold is passed is asked of the whole year, for AC too.
create or replace function app.cotisations_annee(
  exercice app.exercices_comptables, decompte_id bigint, demande jsonb, sapeur_ids bigint[], soldes numeric[], indemnites numeric[]
) returns table (sapeur_id bigint, avs numeric, ac numeric)
  language sql stable
as $$
  with avant as materialized (
    select p.sapeur_id, sum(p.solde) as solde, sum(p.indemnite) as indemnite, sum(p.avs) as avs, sum(p.ac) as ac
      from app.decomptes d
      join app.paiements p on p.sis_key = d.sis_key and p.decompte_id = d.id
     where d.sis_key = request.sis_key()
       and d.exercice_comptable_id = exercice.id
       and d.id is distinct from cotisations_annee.decompte_id
     group by p.sapeur_id
  ),
  annee as (
    select c.*, coalesce(a.avs, 0) as avs, coalesce(a.ac, 0) as ac,
           coalesce(a.solde, 0) + s.solde - coalesce(h.solde_avant, 0) as solde,
           coalesce(a.indemnite, 0) + s.indemnite - coalesce(h.indemnite_avant, 0) as indemnite,
           coalesce(h.solde_apres, 0) as solde_apres, coalesce(h.indemnite_apres, 0) as indemnite_apres
      from unnest(sapeur_ids, soldes, indemnites) as s (sapeur_id, solde, indemnite)
      join app.cotisants(sapeur_ids) c on c.sapeur_id = s.sapeur_id and c.cotise
      left join avant a on a.sapeur_id = s.sapeur_id
      left join app.hors_cotisation(exercice, decompte_id, demande, sapeur_ids, false) h on h.sapeur_id = s.sapeur_id
  )
  select n.sapeur_id, app.cotisation(s.avs, r.taux_avs, n.avs), app.cotisation(s.ac, r.taux_ac, n.ac)
    from annee n
    join app.avs_params r on r.sis_key = request.sis_key() and r.exercice_comptable_id = exercice.id
   cross join lateral app.salaires_annee(
     exercice, r, n.debut, n.fin_ac, n.solde, n.indemnite, n.solde_apres, n.indemnite_apres
   ) s
$$;
comment on function app.cotisations_annee(app.exercices_comptables, bigint, jsonb, bigint[], numeric[], numeric[]) is
  'Contributions to AVS and AC that a décompte withholds from sapeurs, by their solde and indemnités in it: those of the year so far, less those that its other décomptes withheld.';

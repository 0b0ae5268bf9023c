create or replace function app.list_paiements_decompte(
  exercice app.exercices_comptables, decompte app.decomptes, demande jsonb
) returns setof app.paiements
  language plpgsql stable
as $$
declare
  v_paiements constant app.paiements[] := array(
    select row(
             request.sis_key(), null, decompte.id, e.sapeur_id, decompte.date,
             coalesce(sum(e.montant) filter (where e.type = 1), 0), coalesce(sum(e.montant) filter (where e.type = 2), 0),
             coalesce(sum(e.montant) filter (where e.type = 3), 0), coalesce(sum(e.montant) filter (where e.type = 4), 0),
             -- An entry by hand may be a charge (5). Nothing is lost.
             coalesce(sum(e.montant) filter (where e.type in (0, 5)), 0),
             0, sum(e.montant), 0, 0
           )::app.paiements
      from app.ecritures_a_payer(exercice.id, decompte.id, demande) e
     group by e.sapeur_id
  );
begin
  return query
    select p.sis_key, p.id, p.decompte_id, p.sapeur_id, p.date, p.solde, p.indemnite, p.frais_forfaitaire, p.frais_effectif,
           p.autre, (c.avs + c.ac)::numeric(12, 2), (p.total - c.avs - c.ac)::numeric(12, 2), c.avs, c.ac
      from unnest(v_paiements) p
      left join app.cotisations_annee(
        exercice, decompte.id, demande,
        array(select u.sapeur_id from unnest(v_paiements) u),
        array(select u.solde from unnest(v_paiements) u),
        array(select u.indemnite from unnest(v_paiements) u)) y on decompte.deduction and y.sapeur_id = p.sapeur_id
     cross join lateral (
       select coalesce(y.avs, 0)::numeric(12, 2), coalesce(y.ac, 0)::numeric(12, 2)
     ) c (avs, ac);
end;
$$;
comment on function app.list_paiements_decompte(app.exercices_comptables, app.decomptes, jsonb) is
  'The payments of a décompte, not written yet: one for each sapeur with an entry in it, sums by type, less contributions.';

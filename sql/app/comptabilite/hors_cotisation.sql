-- Looks only at people whose first or last day lies within the year; the others owe for all of it, or for nothing.
-- Example: a man of 65 on 10 May is paid 2,000 dated until 31 May and 1,000 dated later: 1,000 are after.
create or replace function app.hors_cotisation(
  exercice app.exercices_comptables, decompte_id bigint, demande jsonb, sapeur_ids bigint[], payes boolean
) returns table (
  sapeur_id bigint, solde_avant numeric, indemnite_avant numeric, solde_apres numeric, indemnite_apres numeric
)
  language sql stable
as $$
  with limites as materialized (
    select c.sapeur_id, c.debut, c.fin_ac
      from app.cotisants(sapeur_ids) c
     where c.cotise
       and (c.debut > exercice.debut and c.debut <= exercice.fin or c.fin_ac >= exercice.debut and c.fin_ac < exercice.fin)
  ),
  demandes as materialized (
    select app.read_ids(demande -> 'modules') as modules, app.read_ids(demande -> 'sapeur_ids') as sapeur_ids,
           (demande ->> 'exercice_id')::bigint as exercice_id
  ),
  -- Those of all décomptes so far, and those that a simulated one would take.
  lignes as (
    select l.sapeur_id, e.date, e.type, e.montant
      from limites l
     cross join demandes d
     cross join lateral (
       select y.date, y.type, case when c.produit then -y.total else y.total end as montant
         from app.ecritures y
         left join app.comptes c on c.sis_key = y.sis_key and c.id = y.compte_id
        where y.sis_key = request.sis_key()
          and y.sapeur_id = l.sapeur_id
          and y.exercice_comptable_id = exercice.id
          and y.module <> 4
          and case
                when payes then exists (
                  select
                    from app.decomptes p
                   where p.sis_key = y.sis_key
                     and p.id = y.decompte_id
                     and p.paye_le is not null
                )
                else y.decompte_id is not null
                  or hors_cotisation.decompte_id is null and app.is_a_payer(y, d.modules, d.sapeur_ids, d.exercice_id)
              end
       offset 0
     ) e
  )
  select l.sapeur_id,
         coalesce(sum(e.montant) filter (where e.type = 1 and e.date < l.debut), 0),
         coalesce(sum(e.montant) filter (where e.type = 2 and e.date < l.debut), 0),
         coalesce(sum(e.montant) filter (where e.type = 1 and e.date > l.fin_ac), 0),
         coalesce(sum(e.montant) filter (where e.type = 2 and e.date > l.fin_ac), 0)
    from limites l
    join lignes e on e.sapeur_id = l.sapeur_id
   group by l.sapeur_id
$$;
comment on function app.hors_cotisation(app.exercices_comptables, bigint, jsonb, bigint[], boolean) is
  'Solde and indemnités of sapeurs in a year, earlier décomptes included, or of paid décomptes only, that are dated before contributions are owed, and after AC no longer is.';

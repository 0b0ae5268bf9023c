-- Lateral, so that one year is read from the index, SIS by SIS. Without sapeurs: nobody reads here what someone earned.
create or replace view stats.comptes_mensuels with (security_invoker = true) as
  select x.sis_key, x.annee, x.id as exercice_comptable_id, m.mois, m.module, m.compte_id, coalesce(c.numero, '') as numero, c.designation as intitule,
         c.produit, m.nb, m.paye + m.non_paye as total, m.paye, m.non_paye
    from app.exercices_comptables x
   cross join lateral (
     select pg_catalog.date_trunc('month', e.date)::date as mois, e.module, e.compte_id, count(*) as nb,
            coalesce(sum(e.total) filter (where e.decompte_id is not null or e.module = 4), 0.00) as paye,
            coalesce(sum(e.total) filter (where e.decompte_id is null and e.module <> 4), 0.00) as non_paye
       from app.ecritures e
      where e.sis_key = x.sis_key
        and e.exercice_comptable_id = x.id
      group by 1, 2, 3
   ) m
    left join app.comptes c on c.sis_key = x.sis_key and c.id = m.compte_id
   where stats.sees_comptes(x.sis_key);

grant select on stats.comptes_mensuels to caserne_api, caserne_analyst, caserne_national;

comment on view stats.comptes_mensuels is 'Sums of the entries of each SIS and accounting year, in francs, by month, module and account. Who they pay is not shown.';
comment on column stats.comptes_mensuels.mois is 'First day of the month in which the entries are dated.';
comment on column stats.comptes_mensuels.module is 'Where they came from: 0 divers, 1 exercice, 2 intervention, 3 annuel, 4 AVS, 5 amende, 8 remboursement.';
comment on column stats.comptes_mensuels.compte_id is 'The account; null for entries of release 0.1.0, which have none.';
comment on column stats.comptes_mensuels.numero is 'Number of the account; empty without an account.';
comment on column stats.comptes_mensuels.intitule is 'Designation of the account.';
comment on column stats.comptes_mensuels.produit is 'Whether the account is one of income, so that the amount is owed by sapeurs.';
comment on column stats.comptes_mensuels.nb is 'Number of entries.';
comment on column stats.comptes_mensuels.paye is 'The part of the total that is in a décompte, contributions to AVS and AC included.';
comment on column stats.comptes_mensuels.non_paye is 'The part of the total that is not yet in a décompte.';

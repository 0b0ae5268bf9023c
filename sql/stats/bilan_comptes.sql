create or replace view stats.bilan_comptes with (security_invoker = true) as
  select m.sis_key, m.annee, m.exercice_comptable_id, m.compte_id, m.numero, m.intitule, m.produit, sum(m.nb)::bigint as nb,
         sum(m.total) as total, sum(m.paye) as paye, sum(m.non_paye) as non_paye
    from stats.comptes_mensuels m
   group by m.sis_key, m.annee, m.exercice_comptable_id, m.compte_id, m.numero, m.intitule, m.produit;

grant select on stats.bilan_comptes to caserne_api, caserne_analyst, caserne_national;

comment on view stats.bilan_comptes is 'Sums of the entries of each SIS and accounting year, in francs, by account.';
comment on column stats.bilan_comptes.compte_id is 'The account; null for entries of release 0.1.0, which have none.';
comment on column stats.bilan_comptes.numero is 'Number of the account; empty without an account.';
comment on column stats.bilan_comptes.intitule is 'Designation of the account.';
comment on column stats.bilan_comptes.produit is 'Whether the account is one of income, so that the amount is owed by sapeurs.';
comment on column stats.bilan_comptes.nb is 'Number of entries.';
comment on column stats.bilan_comptes.paye is 'The part of the total that is in a décompte, contributions to AVS and AC included.';
comment on column stats.bilan_comptes.non_paye is 'The part of the total that is not yet in a décompte.';

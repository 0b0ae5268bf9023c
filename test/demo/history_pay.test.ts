import { describe, expect, it } from 'vitest'
import { asSomeone } from '../support/database.ts'
import { allPermissions } from '../support/table.ts'
import { whole } from '../support/whole.ts'
import { useDemo } from './history_fixture.ts'

// Just after a décompte, and between two.
const between = useDemo({ today: '2026-11-23' })

describe.each([
  ...(whole ? [['2026-01-11', useDemo({ today: '2026-01-11' })] as const] : []),
  ['2026-11-23', between] as const,
])('the demo’s pay on %s', (today, { rows }) => {
  const year = Number(today.slice(0, 4))

  it('has a décompte for each half-year that is over, and all of them balance', async () => {
    const halves = [year - 2, year - 1, year].flatMap((annee) => [
      { annee, designation: `Premier semestre ${annee}`, date: `${annee}-07-10` },
      { annee, designation: `Second semestre ${annee}`, date: `${annee + 1}-01-10` },
    ])
    const over = halves.filter(({ date }) => date < today)
    const decomptes = await rows(
      `select annee, d.designation, d.date::text, d.paye_le is not null as paye, d.total > 1000 as paie,
              d.total = (
                select sum(case when c.produit then -e.total else e.total end)
                  from app.ecritures e
                  left join app.comptes c on c.sis_key = e.sis_key and c.id = e.compte_id
                 where e.decompte_id = d.id and e.module <> 4
              ) as ecritures,
              (select sum(total) + sum(avs_ac) from app.paiements p where p.decompte_id = d.id) = d.total as paiements
         from app.decomptes d
         join app.exercices_comptables y on y.id = d.exercice_comptable_id
        where d.sis_key = 'hs'
        order by d.id`,
    )
    const fit = { paie: true, ecritures: true, paiements: true }
    expect(decomptes).toEqual(over.map((each, n) => ({ ...each, ...fit, paye: n < over.length - 1 })))
  })

  it('has entries from everywhere, open ones too, and contributions', async () => {
    const [entries] = await rows(
      `select array_agg(distinct module order by module) as modules,
              count(*) filter (where decompte_id is null)::int > 0 as ouvertes,
              count(*) filter (where decompte_id is null and exercice_comptable_id = 1)::int as closes,
              count(*) filter (where module = 4 and total < 0)::int > 0 as cotisations,
              count(distinct created_by)::int as auteurs, count(*) filter (where created_by is null)::int as inconnus
         from app.ecritures where sis_key = 'hs'`,
    )
    expect(entries).toEqual({
      modules: [1, 2, 3, 4, 5, 8],
      ouvertes: true,
      closes: 0,
      cotisations: true,
      auteurs: 1,
      inconnus: 0,
    })
  })

  it('imputes what a décompte took on its day, and nothing in the future', async () => {
    const [odd] = await rows(
      `select count(*)::int as nb, count(*) filter (where i.date_imputation <> d.date)::int as autres,
              count(*) filter (where i.date_imputation <= i.date_fin or i.date_imputation::text >= $1)::int as fausses
         from app.interventions i
         left join lateral (
           select min(d.date) as date from app.ecritures e join app.decomptes d on d.id = e.decompte_id where e.intervention_id = i.id
         ) d on true
        where i.statut = 3`,
      [today],
    )
    expect(odd).toEqual({ nb: expect.any(Number), autres: 0, fausses: 0 })
  })

  it('tells a story of pay that adds up, for the sapeur of the demo', async () => {
    const [hs] = await rows(
      `select array_agg(distinct e.module order by e.module) as modules,
              (select sum(p.total) from app.paiements p where p.sis_key = 'hs' and p.sapeur_id = s.id)
                = sum(case when c.produit then -e.total else e.total end) filter (where e.decompte_id is not null) as somme,
              count(*) filter (where e.decompte_id is null)::int > 0 as ouvertes
         from app.sapeurs s
         join app.ecritures e on e.sis_key = s.sis_key and e.sapeur_id = s.id
         left join app.comptes c on c.sis_key = e.sis_key and c.id = e.compte_id
        where s.sis_key = 'hs' and s.nom = 'Berberat'
        group by s.id`,
    )
    expect(hs).toEqual({ modules: expect.arrayContaining([1, 2, 3, 4, 8]), somme: true, ouvertes: true })
  })
})

describe('the demo', () => {
  const { database } = between

  it.each([
    ['intervention', 2, 'select app.impute_intervention($1, 1, 2)'],
    ['exercice', 1, 'select app.impute_exercice($1)'],
  ])('imputes each %s as its operation does', async (kind, module, impute) => {
    await asSomeone(await database.as('owner'), { sis: 'hs', permissions: allPermissions }, async (owner) => {
      const entries = `
        select ${kind}_id, array_agg(to_jsonb(e) - '{id,created_at,created_by,version}'::text[] order by e.id) as lignes
          from app.ecritures e where e.module = ${module} and e.decompte_id is null group by 1 order by 1`
      const { rows: before } = await owner.query(entries)
      expect(before.length).toBeGreaterThan(0)
      for (const row of before) {
        await owner.query(`select api.delete_imputation_${kind}($1)`, [row[`${kind}_id`]])
        await owner.query(impute, [row[`${kind}_id`]])
      }
      expect((await owner.query(entries)).rows).toEqual(before)
    })
  })
})

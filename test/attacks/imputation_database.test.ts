import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { asSomeone } from '../support/database.ts'
import { allPermissions, outcome } from '../support/table.ts'
import { byTarif, useThings } from './imputation_fixture.ts'

const { made, repas, database } = useThings()

describe('the data server', () => {
  const calls = (): [statement: string, ...values: unknown[]][] => [
    ['select api.create_imputation_intervention($1, $2)', made.own.validee, byTarif(made.own.tarif)],
    ['select api.simuler_imputation_intervention($1, $2)', made.own.validee, byTarif(made.own.tarif)],
    ['select api.delete_imputation_intervention($1)', made.own.imputee],
    ['select from app.impute_intervention($1, $2, null)', made.own.validee, made.own.tarif],
    ['select from app.list_ecritures_intervention($1, $2, null)', made.own.validee, made.own.tarif],
    ['select api.create_imputation_exercice($1)', made.own.valide],
    ['select api.delete_imputation_exercice($1)', made.own.impute],
    ['select from app.impute_exercice($1)', made.own.valide],
    [
      'select api.create_imputation_interventions($1, $2)',
      made.own.year,
      { indemnites: { defaut: made.own.tarif } },
    ],
    ['select api.create_ecriture($1)', repas()],
    ['update app.ecritures set quantite = 9 where id = $1', made.own.ecriture],
    ['delete from app.ecritures where id = $1', made.own.ecriture],
  ]
  const ask = (permissions: string[], work: (client: pg.Client) => Promise<void>) =>
    database.as('api').then((client) => asSomeone(client, { sis: 'hs', permissions }, work))

  it.each(allPermissions.filter((each) => each !== 'comptabilite.modification'))(
    'neither imputes nor writes entries with %s alone',
    async (permission) => {
      await ask([permission], async (client) => {
        for (const [statement, ...values] of calls())
          expect([statement, await outcome(client, statement, values)]).toEqual([
            statement,
            expect.toBeOneOf(['PT403', '42501', 0]),
          ])
      })
    },
  )

  it('does so with comptabilite.modification', async () => {
    for (const [statement, ...values] of calls())
      await ask(['comptabilite.modification'], async (client) => {
        expect([statement, await outcome(client, statement, values)]).toEqual([statement, 1])
      })
  })

  it.each([
    ['sets the statut of an intervention', 'update app.interventions set statut = 3'],
    ['sets the statut of an exercice', 'update app.exercices set statut = 4'],
    [
      'adds work',
      "insert into app.travaux (exercice_comptable_id, indemnites, total) select id, '{}', 0 from app.exercices_comptables limit 1",
    ],
    ['ends work', 'update app.travaux set ended_at = now()'],
    [
      'notes an intervention of a work',
      'insert into app.travail_interventions (travail_id, no, intervention_id) values (1, 1, 1)',
    ],
    ['asks the queue', "select graphile_worker.add_job('impute_interventions')"],
    ['asks the worker', 'select jobs.ask_imputation(t) from app.travaux t'],
    ['works as the worker', "select jobs.impute_next('test', 1, null)"],
    ['ends lost work', 'select jobs.end_imputation_perdue(1)'],
    ['moves an entry to another intervention', 'update app.ecritures set intervention_id = 1'],
    ['gives an entry another tariff', 'update app.ecritures set indemnite_intervention_id = 1'],
    ['says who wrote an entry', "update app.ecritures set created_by = 'Autre'"],
  ])('never %s', async (_, statement) => {
    await ask(allPermissions, async (client) => {
      expect(await outcome(client, statement)).toBe('42501')
    })
  })

  it('writes no entry for an intervention, exercice or tariff of another SIS', async () => {
    const columns = {
      intervention_id: made.theirs.validee,
      exercice_id: made.theirs.valide,
      indemnite_intervention_id: made.theirs.tarif,
    }
    for (const [column, id] of Object.entries(columns))
      await ask(allPermissions, async (client) => {
        const statement = `insert into app.ecritures (exercice_comptable_id, date, designation, total, ${column})
                           values ($1, '2026-03-14', 'Essai', 1, $2)`
        expect([column, await outcome(client, statement, [made.own.current, id])]).toEqual([column, '23503'])
      })
  })
})

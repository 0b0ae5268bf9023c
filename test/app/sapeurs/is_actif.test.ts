import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { inHs } from '../../support/table.ts'

const database = useDatabase()

/** Whether a person of a type, with mutations [incorporation, sortie], is in service on 14 March 2026. */
async function isActif(
  type: number,
  mutations: [string, string | null][],
  desactive = false,
): Promise<boolean> {
  const owner = await database.as('owner')
  return asSomeone(owner, inHs(['sapeur.modification']), async () => {
    const { rows } = await owner.query(
      "insert into app.sapeurs (nom, prenom, type, desactive) values ('Zwahlen', 'Léa', $1, $2) returning id",
      [type, desactive],
    )
    for (const [incorporation, sortie] of mutations) {
      await owner.query('insert into app.mutations (sapeur_id, incorporation, sortie) values ($1, $2, $3)', [
        rows[0].id,
        incorporation,
        sortie,
      ])
    }
    const found = await owner.query(
      "select app.is_actif(s.sis_key, s.id, s.type, s.desactive, date '2026-03-14') as actif from app.sapeurs s where id = $1",
      [rows[0].id],
    )
    return found.rows[0].actif
  })
}

it.each<[what: string, mutations: [string, string | null][], actif: boolean]>([
  ['without any mutation', [], false],
  ['open and begun', [['2020-01-01', null]], true],
  ['open and begun today', [['2026-03-14', null]], true],
  ['open and beginning tomorrow', [['2026-03-15', null]], false],
  ['ended yesterday', [['2020-01-01', '2026-03-13']], false],
  ['ending today', [['2020-01-01', '2026-03-14']], true],
  ['with an end, beginning in three months', [['2026-06-14', '2026-12-31']], true],
  ['with an end, beginning a day later', [['2026-06-15', '2026-12-31']], false],
  [
    'ended and begun again',
    [
      ['2010-01-01', '2015-12-31'],
      ['2024-01-01', null],
    ],
    true,
  ],
])('counts a sapeur whose mutation is %s: %#', async (_what, mutations, actif) => {
  expect(await isActif(0, mutations)).toBe(actif)
})

it('counts civilians and recruits unless they were taken out of service', async () => {
  expect(await isActif(1, [])).toBe(true)
  expect(await isActif(2, [])).toBe(true)
  expect(await isActif(1, [], true)).toBe(false)
  expect(await isActif(2, [], true)).toBe(false)
})

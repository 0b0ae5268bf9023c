import type pg from 'pg'
import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { inHs } from '../../support/table.ts'

const database = useDatabase()

// Days relative to today, in the calendar of the SIS; function 1 and grade 1 have the highest rank in every
// SIS.
const day = (days: number | null) => (days === null ? 'null' : `app.today() + ${days}`)
type Period = [id: number, debut: number, fin: number | null]

/** The row of the view for a new sapeur, in a transaction that is rolled back. */
async function derived(
  {
    mutations = [],
    fonctions = [],
    grades = [],
    type = 0,
    fuseau = 'Europe/Zurich',
  }: {
    mutations?: [string, string][]
    fonctions?: Period[]
    grades?: Period[]
    type?: number
    fuseau?: string
  },
  then?: (client: pg.Client, id: string) => Promise<void>,
): Promise<Record<string, unknown>> {
  const owner = await database.as('owner')
  return asSomeone(owner, inHs(['sapeur.modification', 'sis.config']), async () => {
    await owner.query("update app.sis set fuseau = $1 where sis_key = 'hs'", [fuseau])
    const insert = "insert into app.sapeurs (nom, prenom, type) values ('Zwahlen', 'Léa', $1) returning id"
    const { id } = (await owner.query(insert, [type])).rows[0]
    for (const [debut, fin] of mutations)
      await owner.query(
        `insert into app.mutations (sapeur_id, incorporation, sortie) values ($1, ${debut}, ${fin})`,
        [id],
      )
    for (const [table, column, periods] of [
      ['sapeur_fonctions', 'fonction_id', fonctions],
      ['sapeur_grades', 'grade_id', grades],
    ] as const)
      for (const [of, debut, fin] of periods)
        await owner.query(
          `insert into app.${table} (sapeur_id, ${column}, debut, fin) values ($1, $2, ${day(debut)}, ${day(fin)})`,
          [id, of],
        )
    await then?.(owner, id)
    const { rows } = await owner.query(
      `select actif, fonction_id::integer, grade_id::integer, annee_incorporation
         from app.sapeurs_du_jour where sis_key = 'hs' and id = $1`,
      [id],
    )
    return rows[0]
  })
}

it('has only empty columns for a sapeur without periods', async () => {
  const nothing = { actif: false, fonction_id: null, grade_id: null, annee_incorporation: null }
  expect(await derived({})).toEqual(nothing)
  expect(await derived({ type: 1 })).toEqual({ ...nothing, actif: true })
})

it.each<[what: string, periods: Period[], id: number | null, gradeId?: number]>([
  ['the current one', [[6, -10, null]], 6],
  ['one that begins today', [[6, 0, null]], 6],
  ['one that ends today', [[6, -10, 0]], 6],
  ['none that begins tomorrow', [[6, 1, null]], null],
  ['none that ended yesterday', [[6, -10, -1]], null],
  [
    'the function of highest rank, the last of the grades',
    [
      [6, -1, null],
      [2, -100, null],
      [4, 0, null],
    ],
    2,
    4,
  ],
  [
    'not the highest one after its end',
    [
      [1, -100, -1],
      [5, -50, 50],
      [2, 1, null],
    ],
    5,
  ],
])('counts as function, and as grade, %s', async (_what, periods, id, gradeId) => {
  const found = await derived({ fonctions: periods, grades: periods })
  expect([found.fonction_id, found.grade_id]).toEqual([id, gradeId ?? id])
})

it('has the year of the first mutation, and whether the sapeur is in service today', async () => {
  const mutations: [string, string][] = [
    ["date '2015-05-01'", 'null'],
    ["date '2003-12-31'", "date '2010-01-01'"],
  ]
  expect(await derived({ mutations })).toMatchObject({ actif: true, annee_incorporation: 2003 })
  const left = mutations.slice(1)
  expect(await derived({ mutations: left })).toMatchObject({ actif: false, annee_incorporation: 2003 })
})

it('uses the calendar of the SIS', async () => {
  // These two zones never have the same day: 25 hours lie between them.
  const today = "(now() at time zone 'Pacific/Kiritimati')::date"
  const there = { mutations: [[today, 'null']] as [string, string][] }
  expect(await derived({ ...there, fuseau: 'Pacific/Kiritimati' })).toMatchObject({ actif: true })
  expect(await derived({ ...there, fuseau: 'Pacific/Pago_Pago' })).toMatchObject({ actif: false })
  const begin = (client: pg.Client, id: string) =>
    client
      .query(`insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut) values ($1, 6, ${today})`, [
        id,
      ])
      .then(() => undefined)
  expect(await derived({ fuseau: 'Pacific/Kiritimati' }, begin)).toMatchObject({ fonction_id: 6 })
  expect(await derived({ fuseau: 'Pacific/Pago_Pago' }, begin)).toMatchObject({ fonction_id: null })
})

it('runs as its reader, so the policies apply', async () => {
  const api = await database.as('api')
  const count = async () => {
    const { rows } = await api.query(
      'select count(*)::integer as n, count(annee_incorporation)::integer as known from app.sapeurs_du_jour',
    )
    return rows[0]
  }
  expect(await count()).toEqual({ n: 0, known: 0 })
  const { n, known } = await asSomeone(api, inHs(['sapeur.lecture']), count)
  expect([n > 0, known > 0]).toEqual([true, true])
  // Periods of service are for those in charge of people.
  expect(await asSomeone(api, inHs(['intervention.lecture']), count)).toEqual({ n, known: 0 })
})

import { beforeEach, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'

const { ask, told, sql } = useDataApi()
let id: unknown
let sapeurs: number[] = []

beforeEach(async () => {
  const rows = await sql(
    `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
     values ('2026-03-14', '14:29', '2026-03-14', '16:00', 'Feu') returning id`,
  )
  id = rows[0]?.id
  await sql('delete from app.intervention_sapeurs')
  sapeurs = (await sql('select id::integer from app.sapeurs order by nom_prenom')).map((row) =>
    Number(row.id),
  )
})

const presence = (n: number, debut: string, fin: string) => ({ sapeur_id: sapeurs[n], debut, fin })
const shown = (n: number, debut: string, fin: string) => ({
  id: expect.any(Number),
  intervention_id: Number(id),
  piquet: false,
  ...presence(n, debut, fin),
})

it('presences are added: the answer is the full list, and the intervention becomes saisie', async () => {
  const two = [
    presence(0, '2026-03-14 14:30', '2026-03-14 16:00'),
    presence(1, '2026-03-14T14:00:00Z', '2026-03-14 16:30'),
  ]
  expect(await told(`POST /interventions/${id}/sapeurs`, { sapeurs: two })).toEqual([
    201,
    {
      data: {
        statut: 1,
        sapeurs: [
          shown(0, '2026-03-14T14:30:00+01:00', '2026-03-14T16:00:00+01:00'),
          shown(1, '2026-03-14T15:00:00+01:00', '2026-03-14T16:30:00+01:00'),
        ],
      },
    },
  ])
})

it('presences are changed and deleted by their ids; without any, the intervention becomes vide again', async () => {
  const [, { data }] = await told(`POST /interventions/${id}/sapeurs`, {
    sapeurs: [presence(0, '2026-03-14 14:30', '2026-03-14 16:00')],
  })
  const row = data.sapeurs[0]
  expect(await told(`PUT /interventions/${id}/sapeurs`, { sapeurs: [{ id: row.id, piquet: true }] })).toEqual(
    [200, { data: [{ ...row, piquet: true }] }],
  )
  expect(await told(`DELETE /interventions/${id}/sapeurs`, { sapeurs: [{ id: row.id }] })).toEqual([
    200,
    { data: 0 },
  ])
})

it('presences are written all or none, and the faulty row is named', async () => {
  const good = presence(0, '2026-03-14 14:30', '2026-03-14 16:00')
  const add = (row: object) => told(`POST /interventions/${id}/sapeurs`, { sapeurs: [good, row] })
  expect(await add(presence(1, '2026-03-14 16:00', '2026-03-14 16:00'))).toEqual([
    422,
    { error: { 'sapeurs.1.fin': ['La fin doit suivre le début.'] } },
  ])
  expect(await add({ ...good, sapeur_id: 999_999 })).toEqual([
    422,
    { error: { 'sapeurs.1.sapeur_id': ['Ce sapeur n’existe pas.'] } },
  ])
  expect(await add(good)).toEqual([
    409,
    {
      error: expect.stringMatching(
        /^Amsler Ricarda est déjà présent à ce moment \(intervention 2026-\d{3}\)$/,
      ),
    },
  ])
  expect(await told(`PUT /interventions/${id}/sapeurs`, { sapeurs: [{ id: 999_999 }] })).toEqual([
    422,
    { error: { 'sapeurs.0.id': ['Cette présence n’existe pas.'] } },
  ])
  expect(await told(`DELETE /interventions/${id}/sapeurs`, { sapeurs: [999_999] })).toEqual([
    422,
    { error: { 'sapeurs.0': ['Cet élément n’existe pas.'] } },
  ])
  expect(await told(`GET /interventions/${id}/sapeurs`)).toEqual([200, { data: [] }])
})

it.each([
  ['2026-03-13 14:29', '2026-03-15 16:00', null],
  ['2026-03-13 14:28:59', '2026-03-14 16:00', 'debut'],
  ['2026-03-15 16:00:01', '2026-03-15 17:00', 'debut'],
  ['2026-03-14 14:30', '2026-03-15 16:00:01', 'fin'],
  ['2025-03-14 14:30', '2025-03-14 16:00', 'debut'],
])(
  'presences lie within a day of their intervention, of 14 March from 14:29 to 16:00: %s to %s',
  async (debut, fin, field) => {
    const [status, body] = await told(`POST /interventions/${id}/sapeurs`, {
      sapeurs: [presence(0, debut, fin)],
    })
    const error = { [`sapeurs.0.${field}`]: ['La présence doit être à moins d’un jour de l’intervention.'] }
    expect([status, body]).toEqual(field === null ? [201, expect.anything()] : [422, { error }])
  },
)

it('presences are moved no further than a day from their intervention, and do not keep it from moving', async () => {
  const good = presence(0, '2026-03-14 14:30', '2026-03-14 16:00')
  const [, { data }] = await told(`POST /interventions/${id}/sapeurs`, { sapeurs: [good] })
  const row = data.sapeurs[0]
  const change = (changes: object) =>
    told(`PUT /interventions/${id}/sapeurs`, { sapeurs: [{ id: row.id, ...changes }] })
  const error = { 'sapeurs.0.debut': ['La présence doit être à moins d’un jour de l’intervention.'] }
  expect(await change({ debut: '2026-02-14 14:30' })).toEqual([422, { error }])
  expect(
    (await told(`PUT /interventions/${id}`, { date_debut: '2026-04-14', date_fin: '2026-04-14' }))[0],
  ).toBe(200)
  expect(await change({ ...row, piquet: true })).toEqual([200, { data: [{ ...row, piquet: true }] }])
  expect((await change({ debut: '2026-04-14 14:30', fin: '2026-04-14 16:00' }))[0]).toBe(200)
})

it('presences come in pages too, cut from the whole list', async () => {
  await told(`POST /interventions/${id}/sapeurs`, {
    sapeurs: [0, 1, 2].map((n) => presence(n, `2026-03-14 14:3${n}`, '2026-03-14 16:00')),
  })
  const whole = (await ask(`GET /interventions/${id}/sapeurs`)).body.data
  const first = await ask(`GET /interventions/${id}/sapeurs?limit=2`)
  const link = /^<\/api\/v2(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1]
  const last = await ask(`GET ${link}`)
  expect([...first.body.data, ...last.body.data]).toEqual(whole)
  expect([first.body.data.length, last.headers.get('link')]).toEqual([2, null])
  for (const apres of ['zz', 'WzBd', 'Wy0xXQ', 'WyIxIl0'])
    expect(await told(`GET /interventions/${id}/sapeurs?limit=2&apres=${apres}`)).toEqual([
      422,
      { error: { apres: ['Cette page n’existe pas.'] } },
    ])
})

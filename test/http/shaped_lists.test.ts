import { beforeAll, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'

const { ask, told, sql } = useDataApi()

interface List {
  path: string
  /** Fields that every row answers besides, for clients that show only rows in use. */
  constant?: Record<string, unknown>
  /** The first rows of the list, as shipped; its length. */
  shipped: object[]
  length: number
  /** A row, a change to it, and refused rows. */
  row: Record<string, unknown>
  change: Record<string, unknown>
  unknown: string
  /** A field with the value of another row; null where two rows may be alike. */
  twice: { body: Record<string, unknown>; error: string } | null
  /** The required text of a row. */
  text: string
}

const lists: List[] = [
  {
    path: '/fonctions',
    constant: { actif: true, statut: 1 },
    shipped: [
      { id: 1, designation: 'Commandant', nom: 'Commandant', rang: 100, chef: true },
      { id: 2, designation: 'Commandant remplaçant', nom: 'Commandant remplaçant', rang: 90, chef: true },
      { id: 4, designation: "Chef d'intervention", nom: "Chef d'intervention", rang: 80, chef: true },
    ],
    length: 10,
    row: { designation: 'Chef du matériel', nom: 'Chef du matériel', rang: 55, chef: false },
    change: { rang: 65 },
    unknown: 'Fonction inconnue',
    twice: { body: { designation: 'Officier' }, error: 'Cette désignation existe déjà' },
    text: 'designation',
  },
  {
    path: '/permis',
    shipped: [
      { id: 1, designation: 'A', type: 'A', tri: 1 },
      { id: 2, designation: 'A1', type: 'A1', tri: 2 },
    ],
    length: 12,
    row: { designation: 'Grutier', type: 'Grutier', tri: 13 },
    change: { designation: 'Grutier B', type: 'Grutier B' },
    unknown: 'Type de permis inconnu',
    twice: { body: { designation: 'B' }, error: 'Cette désignation existe déjà' },
    text: 'designation',
  },
  {
    path: '/type-intervention',
    shipped: [
      { id: 1, designation: 'Feu véhicule', stat_intervention_id: 1, tri: 1 },
      { id: 2, designation: 'Alarme automatique', stat_intervention_id: 6, tri: 2 },
    ],
    length: 17,
    row: { designation: 'Feu de broussailles', stat_intervention_id: 1, tri: 4 },
    change: { stat_intervention_id: 8 },
    unknown: 'Type d’intervention inconnu',
    twice: {
      body: { designation: 'Guêpes', stat_intervention_id: 2 },
      error: 'Cette désignation existe déjà',
    },
    text: 'designation',
  },
  {
    path: '/codes-alarme',
    shipped: [
      { id: 6, code: 'AA', type_intervention_id: 2, stat_federal_id: 9 },
      { id: 16, code: 'ACC', type_intervention_id: 10, stat_federal_id: 3 },
    ],
    length: 23,
    row: { code: 'FEU CAVE', type_intervention_id: 3, stat_federal_id: 1 },
    change: { stat_federal_id: 10 },
    unknown: 'Code d’alarme inconnu',
    twice: {
      body: { code: 'guêpes', type_intervention_id: 5, stat_federal_id: 10 },
      error: 'Ce code existe déjà',
    },
    text: 'code',
  },
  {
    path: '/mission-types',
    shipped: [
      { id: 5, titre: 'Circulation' },
      { id: 6, titre: 'Déblaiement' },
    ],
    length: 7,
    row: { titre: 'Pompage' },
    change: { titre: 'Pompage et séchage' },
    unknown: 'Type de mission inconnu',
    twice: { body: { titre: 'Extinction' }, error: 'Ce titre existe déjà' },
    text: 'titre',
  },
  {
    path: '/telephones',
    shipped: [],
    length: 0,
    row: { nom: 'Centre anti-poison', numero: '145', tri: 3 },
    change: { numero: '+41 44 251 66 66' },
    unknown: 'Téléphone inconnu',
    twice: null,
    text: 'numero',
  },
]

// The lists as the SIS got them: tests add rows in hs.
const found: Record<string, object[]> = {}
beforeAll(async () => {
  for (const { path } of lists)
    for (const sis of ['hs', 'test'])
      found[`${sis} ${path}`] = (await ask(`GET ${path}`, undefined, { sis })).body.data
})

describe.each(lists)('$path', ({ path, constant, shipped, length, row, change, unknown, twice, text }) => {
  it.each(['hs', 'test'])('is shipped with every SIS, in its order (%s)', (sis) => {
    const data = found[`${sis} ${path}`]
    expect(data).toHaveLength(length)
    expect(data?.slice(0, shipped.length)).toEqual(shipped.map((each) => ({ ...each, ...constant })))
  })

  it('is shaped by each SIS for itself: a row is added, changed and deleted', async () => {
    const before = (await ask(`GET ${path}`)).body.data
    const [status, { data }] = await told(`POST ${path}`, row)
    expect([status, data]).toEqual([201, { id: expect.any(Number), ...row, ...constant }])
    expect((await ask(`GET ${path}`)).body.data).toContainEqual(data)
    expect((await ask(`GET ${path}`, undefined, { sis: 'test' })).body.data).toEqual(found[`test ${path}`])
    const changed = { ...data, ...change }
    expect(await told(`PUT ${path}/${data.id}`, { ...change, id: 1 })).toEqual([200, { data: changed }])
    expect(await told(`PUT ${path}/${data.id}`, {})).toEqual([200, { data: changed }])
    expect(await told(`DELETE ${path}/${data.id}`)).toEqual([204, null])
    expect(await told(`DELETE ${path}/${data.id}`)).toEqual([404, { error: unknown }])
    expect((await ask(`GET ${path}`)).body.data).toEqual(before)
  })

  it('has complete pages', async () => {
    for (const n of [1, 2]) await ask(`POST ${path}`, { ...row, [text]: `Page ${n}` })
    const { data } = (await ask(`GET ${path}`)).body
    const seen: unknown[] = []
    for (let page: string | undefined = `${path}?limit=2`; page; ) {
      const { body, headers } = await ask(`GET ${page}`)
      seen.push(...body.data)
      page = /^<\/api\/v2(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(data)
  })

  it('has no row without its text', async () => {
    const error = { [text]: ['Ce champ est obligatoire.'] }
    expect(await told(`POST ${path}`, { ...row, [text]: ' ' })).toEqual([422, { error }])
    // The text is accepted under its other name too.
    const rest = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== row[text]))
    expect(await told(`POST ${path}`, rest)).toEqual([422, { error }])
  })

  if (twice !== null)
    it('has no row twice', async () => {
      expect(await told(`POST ${path}`, twice.body)).toEqual([409, { error: twice.error }])
    })
})

it('a type of intervention belongs to an existing category of statistics', async () => {
  expect(
    await told('POST /type-intervention', { designation: 'Feu de joie', stat_intervention_id: 9 }),
  ).toEqual([422, { error: { stat_intervention_id: ['Cette catégorie de statistiques n’existe pas.'] } }])
})

it('a code of the alarm centre has a type of the SIS and a federal category, both existing', async () => {
  const code = { code: 'FEU TOIT', type_intervention_id: 3, stat_federal_id: 1 }
  const refused = async (wrong: object) => {
    const [status, { error }] = await told('POST /codes-alarme', { ...code, ...wrong })
    return [status, error]
  }
  expect(await refused({ type_intervention_id: 999 })).toEqual([
    422,
    { type_intervention_id: ['Ce type d’intervention n’existe pas.'] },
  ])
  expect(await refused({ stat_federal_id: 12 })).toEqual([
    422,
    { stat_federal_id: ['Cette catégorie n’existe pas.'] },
  ])
  expect(await refused({ code: '--' })).toEqual([422, { code: ['Ce champ est obligatoire.'] }])
})

it('a row without a position comes first', async () => {
  const [, { data }] = await told('POST /permis', { designation: 'Chariot élévateur' })
  expect(data.tri).toBe(0)
  expect((await ask('GET /permis')).body.data[0]).toEqual(data)
})

describe('a row in use is not deleted:', () => {
  it('a function that a sapeur has', async () => {
    expect(await told('DELETE /fonctions/7')).toEqual([
      409,
      { error: 'Cette fonction est exercée par un sapeur' },
    ])
  })

  it('a licence that a sapeur holds', async () => {
    await sql(
      `insert into app.sapeur_permis (sapeur_id, permis_type_id, date)
       select min(id), 3, '2020-01-01' from app.sapeurs where sis_key = 'hs'`,
    )
    expect(await told('DELETE /permis/3')).toEqual([409, { error: 'Ce permis est détenu par un sapeur' }])
  })

  it('the type for everything else, even when no code has it any more', async () => {
    await sql('delete from app.codes_alarme where type_intervention_id = 17')
    await sql('update app.interventions set type_intervention_id = 16 where type_intervention_id = 17')
    expect(await told('DELETE /type-intervention/17')).toEqual([
      409,
      { error: 'Ce type est celui des interventions qui n’en ont pas d’autre' },
    ])
  })

  it('a type with a code of the alarm centre', async () => {
    expect(await told('DELETE /type-intervention/1')).toEqual([
      409,
      { error: 'Ce type est celui d’un code d’alarme' },
    ])
  })

  it('a type of an intervention', async () => {
    const type = { designation: 'Feu de cave', stat_intervention_id: 1 }
    const { id } = (await ask('POST /type-intervention', type)).body.data
    await sql(
      `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet, type_intervention_id)
       values ('2026-03-14', '14:29', '2026-03-14', '16:00', 'Feu', $1)`,
      [id],
    )
    expect(await told(`DELETE /type-intervention/${id}`)).toEqual([
      409,
      { error: 'Ce type est utilisé par une intervention' },
    ])
  })
})

import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useYears } from '../support/years.ts'
import { useDataApi } from './data_fixture.ts'
import { addAlarme } from './samples/alarmes.ts'
import { addSapeur } from './samples/interventions.ts'

const { database, told, sql } = useDataApi()
useYears(database, 2019, 2019)
const modifier = 'modifie@example.org'
const least = { date_debut: '2019-03-14', heure_debut: '14:29', objet: 'Feu de cuisine' }
const send = (body: object, as = modifier) =>
  told('POST /interventions-complet', { ...least, ...body }, { as })
let sapeur: number

beforeAll(() =>
  makeAccount(database, { email: modifier, permissions: { hs: ['intervention.modification'] } }),
)
beforeEach(async () => {
  sapeur = await addSapeur(sql)
})

/** An alarm of 14 March 2026 and the intervention that the worker made of it. */
async function addBrouillon(): Promise<{ alarme: number; id: number }> {
  const alarme = await addAlarme(sql)
  const [row] = await sql("select jobs.create_intervention_from_alarme('hs', $1)::integer as id", [alarme])
  return { alarme, id: Number(row?.id) }
}

it('a tablet’s report fills the intervention of the alarm, which keeps its number, groups and quittances', async () => {
  const { alarme, id } = await addBrouillon()
  const { rapports_tablette: _none, ...before } = (await told(`GET /interventions/${id}`))[1].data
  await sql('insert into app.intervention_quittances (intervention_id, sapeur_id) values ($1, $2)', [
    id,
    sapeur,
  ])
  const other = await addSapeur(sql)
  const localUuid = randomUUID()
  const body = {
    localUuid,
    date_debut: '2026-03-14',
    heure_debut: '14:35',
    degre: 3,
    groupes: [
      { no: '91', designation: '1er secours' },
      { no: '90', designation: 'EM' },
    ],
    quittances: [other, sapeur],
    alarme: String(alarme),
  }
  const [status, { data }] = await send(body)
  expect(status).toBe(201)
  expect(data).toMatchObject({
    ...before,
    ...least,
    date_debut: '2026-03-14',
    heure_debut: '14:35:00',
    heure_fin: '14:35:00',
    debut: '2026-03-14T14:35:00+01:00',
    fin: '2026-03-14T14:35:00+01:00',
    degre: 3,
    statut: 1,
    alarme_id: String(alarme),
    phases: [{ debut: '2026-03-14T14:35:00+01:00' }],
    updated_at: expect.any(String),
  })
  expect(data.groupes.map(({ no }: { no: string }) => no)).toEqual(['90', '91'])
  expect(data.quittances.map(({ sapeur_id }: { sapeur_id: number }) => sapeur_id)).toEqual([sapeur, other])
  expect(await send(body)).toEqual([200, { data }])
})

describe('a second tablet’s report for the alarm', () => {
  const first = {
    sapeurs: [{ sapeur_id: 0, debut: '2026-03-14 14:30', fin: '2026-03-14 16:00' }],
    missions: [{ titre: 'Reconnaissance', debut: '2026-03-14 14:40', fin: '2026-03-14 14:50' }],
    groupes: [{ no: '92', designation: 'Renfort' }],
  }
  const day = { date_debut: '2026-03-14', heure_debut: '14:29' }
  const complete = async (id: number) => (await told(`GET /interventions/${id}?complet=true`))[1].data

  it('adds the rows that the first lacks, changes none, and warns of contradictions', async () => {
    const { alarme, id } = await addBrouillon()
    const other = await addSapeur(sql)
    const sapeurs = [{ ...first.sapeurs[0], sapeur_id: sapeur }]
    const [made, one] = await send({ ...day, ...first, sapeurs, alarme, localUuid: randomUUID() })
    expect([made, one.data.avertissements]).toEqual([201, []])
    const second = {
      ...day,
      objet: 'Feu de cheminée',
      alarme: { id: String(alarme) },
      localUuid: randomUUID(),
      sapeurs: [
        { sapeur_id: sapeur, debut: '2026-03-14 14:35', fin: '2026-03-14 16:10' },
        ...sapeurs,
        { sapeur_id: other, debut: '2026-03-14 14:30', fin: '2026-03-14 16:00' },
      ],
      missions: [...first.missions, { titre: 'Surveillance', debut: '2026-03-14 15:00' }],
      groupes: first.groupes,
      jalons: [{ titre: 'Feu maîtrisé', date_time: '2026-03-14 15:05' }],
      quittances: [other],
    }
    const [status, { data }] = await send(second)
    expect([status, data.id, data.objet, data.numero]).toEqual([200, id, least.objet, one.data.numero])
    expect(data.avertissements).toEqual([
      'objet : « Feu de cheminée » n’a pas remplacé « Feu de cuisine »',
      expect.stringMatching(
        /^sapeurs\.0 : .+ y est déjà \(14\.03\.2026 14:30 à 14\.03\.2026 16:00\), .+ n’a pas été ajouté$/,
      ),
    ])
    expect(data.sapeurs.map((row: { sapeur_id: number }) => row.sapeur_id)).toEqual([sapeur, other])
    expect(data.sapeurs[0]).toEqual(one.data.sapeurs[0])
    expect(data.missions.map((row: { titre: string }) => row.titre)).toEqual([
      'Reconnaissance',
      'Surveillance',
    ])
    expect(data.groupes.filter((row: { no: string }) => row.no === '92')).toHaveLength(1)
    expect(data).toMatchObject({ jalons: [{ titre: 'Feu maîtrisé' }], quittances: [{ sapeur_id: other }] })
    expect((await complete(id)).rapports_tablette).toMatchObject([
      { corps: { objet: least.objet }, avertissements: [] },
      { corps: second, avertissements: data.avertissements },
    ])
    expect(await send(second)).toEqual([200, { data }])
  })

  it('leaves a validated intervention so, and is refused when it is imputée', async () => {
    const { alarme, id } = await addBrouillon()
    const body = { ...day, alarme, jalons: [{ titre: 'Feu éteint', date_time: '2026-03-14 15:05' }] }
    expect((await send({ ...body, localUuid: randomUUID() }))[0]).toBe(201)
    expect((await told(`POST /interventions/${id}/valider`))[0]).toBe(200)
    expect((await send({ ...body, localUuid: randomUUID() }))[1].data).toMatchObject({ id, statut: 2 })
    await sql('update app.interventions set statut = 3 where id = $1', [id])
    const error = 'L’intervention est imputée : elle ne peut plus être modifiée'
    for (const more of [body, { ...day, alarme }])
      expect(await send({ ...more, localUuid: randomUUID() })).toEqual([409, { error }])
    expect((await complete(id)).rapports_tablette).toHaveLength(2)
  })

  it('adds to an intervention filled in by hand, and to one without presences', async () => {
    for (const statut of [1, 0]) {
      const { alarme, id } = await addBrouillon()
      if (statut === 1) await sql('update app.interventions set statut = 1 where id = $1', [id])
      else {
        await send({ ...day, alarme, localUuid: randomUUID() })
        await sql('update app.interventions set statut = 0 where id = $1', [id])
      }
      const [status, { data }] = await send({ ...day, alarme, localUuid: randomUUID() })
      expect([status, data.id, data.statut]).toEqual([200, id, 1])
    }
  })
})

it('keeps the beginning of a draft whose phases begin before the report, with a warning', async () => {
  const { alarme, id } = await addBrouillon()
  const phases = [{ phase_type_id: 2, debut: '2026-03-14 14:33' }]
  expect((await told(`POST /interventions/${id}/phases`, { phases }))[0]).toBe(201)
  const [status, { data }] = await send({ alarme, date_debut: '2026-03-14', heure_debut: '14:40' })
  expect([status, data.heure_debut, data.objet]).toEqual([201, '14:29:45', least.objet])
  expect(data.avertissements).toEqual([
    'heure_debut : 2026-03-14 14:40 n’a pas remplacé le début. Une phase commence avant ce début.',
  ])
})

it.each([
  ['a number', (id: number) => id],
  ['a text', (id: number) => String(id)],
  ['an alarm', (id: number) => ({ id: String(id), adresse: 'x', groups: [] })],
])(
  'a tablet’s report for an alarm without intervention, named by %s, creates one, and links both',
  async (_, name) => {
    const alarme = await addAlarme(sql)
    const [status, { data }] = await send({ alarme: name(alarme) })
    expect([status, data.alarme_id]).toEqual([201, String(alarme)])
    expect(
      await sql('select intervention_id::integer as id from app.alarmes where id = $1', [alarme]),
    ).toEqual([{ id: data.id }])
    await sql("select jobs.create_intervention_from_alarme('hs', $1)", [alarme])
    expect(await sql('select id::integer from app.interventions where alarme_id = $1', [alarme])).toEqual([
      { id: data.id },
    ])
  },
)

it('a tablet’s report acknowledges the alarm that it names, and no other alarm of the same intervention', async () => {
  const { alarme, id } = await addBrouillon()
  const [other, third] = [await addAlarme(sql), await addAlarme(sql)]
  await sql('update app.alarmes set intervention_id = $1 where id = $2', [id, other])
  const [status, { data }] = await send({ alarme: { id: String(other), adresse: 'x' } })
  expect([status, data.id, data.alarme_id]).toEqual([201, id, String(alarme)])
  const seen = 'select validated from app.alarmes where id = any ($1) order by id'
  expect(await sql(seen, [[alarme, other, third]])).toEqual([
    { validated: false },
    { validated: true },
    { validated: false },
  ])
  for (const named of [alarme, { id: String(other) }])
    expect((await send({ alarme: named, localUuid: randomUUID() }))[1].data.id).toBe(id)
  expect((await told(`PATCH /alarmes/${alarme}`, { validated: true }, { as: modifier }))[0]).toBe(200)
})

it('a tablet’s report is refused for an alarm of another SIS', async () => {
  const alarme = await addAlarme(sql)
  const there = { as: 'autre@example.org', sis: 'test' }
  expect(await told('POST /interventions-complet', { ...least, alarme }, there)).toEqual([
    422,
    { error: { alarme: ['Cette alarme n’existe pas.'] } },
  ])
})

it('a deleted intervention of a tablet’s report is not made again by the worker', async () => {
  const { alarme, id } = await addBrouillon()
  expect((await told(`DELETE /interventions/${id}`, undefined, { as: modifier }))[0]).toBe(204)
  await sql('select jobs.create_pending_interventions()')
  expect(await sql('select intervention_id from app.alarmes where id = $1', [alarme])).toEqual([
    { intervention_id: null },
  ])
  expect((await send({ alarme }))[1].data).toMatchObject({ alarme_id: String(alarme), statut: 1 })
})

it('tablets’ reports may take 8 MiB for one intervention, which shows all of them, and nothing beyond', async () => {
  const { alarme, id } = await addBrouillon()
  const statuses = []
  for (let n = 0; n < 10; n++) {
    const [status, body] = await send({ alarme, localUuid: randomUUID(), trace: 'x'.repeat(1_000_000) })
    statuses.push(status)
    if (status === 409)
      expect(body.error).toBe('Les rapports de tablette de cette intervention dépassent 8 Mio')
  }
  expect(statuses).toEqual([201, 200, 200, 200, 200, 200, 200, 200, 409, 409])
  const { rapports_tablette } = (await told(`GET /interventions/${id}`))[1].data
  expect(rapports_tablette.length).toBe(8)
})

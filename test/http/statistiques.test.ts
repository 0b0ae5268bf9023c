import { beforeAll, describe, expect, it } from 'vitest'
import { makeAccount } from '../support/accounts.ts'
import { useDataApi } from './data_fixture.ts'
import { plantHistory, type Raw, readRaw, years } from './statistiques_fixture.ts'
import { recount } from './statistiques_recount.ts'

const { database, told, ask, sql } = useDataApi()
const comptable = { as: 'comptable@example.org' }
const noYear = [404, { error: 'Exercice comptable inconnu' }]
const reports = [
  'stat-federal',
  'type-intervention',
  'intervention-traitement',
  'vehicule',
  'materiel',
].concat('presence-exercice', 'mensuel', 'presence-intervention')
let raw: Raw
const ids: Record<number, number> = {}

beforeAll(async () => {
  await plantHistory(sql, 7)
  await plantHistory((text, values) => sql(text, values, 'test'), 11)
  raw = await readRaw(sql)
  for (const row of await sql('select annee, id::integer as id from app.exercices_comptables'))
    ids[Number(row.annee)] = Number(row.id)
  await makeAccount(database, { email: comptable.as, permissions: { hs: ['comptabilite.lecture'] } })
}, 60_000)

const idOf = (annee: number) => ids[annee] ?? 0

it('the history they are tested on has nights across the year and the change of the clock, and empty interventions', () => {
  const nights = raw.interventions.filter((i) => ['23:30:00', '00:30:00'].includes(String(i.heure_debut)))
  expect(nights.map((i) => [i.jour, i.date_fin])).toEqual(
    expect.arrayContaining([
      ['2001-03-25', '2001-03-25'],
      ['2001-10-28', '2001-10-28'],
      ['2001-12-31', '2002-01-01'],
    ]),
  )
  expect(raw.interventions.length).toBeGreaterThan(80)
  expect(new Set(raw.interventions.map((i) => i.statut))).toEqual(new Set([0, 1, 2, 3]))
})

describe.each(years)('the figures of $annee', ({ annee, debut, fin }) => {
  const year = () => recount(raw, idOf(annee))
  const report = async (name: string, asking = {}) =>
    (await ask(`GET /statistiques/${idOf(annee)}/${name}`, undefined, asking)).body

  it.each([
    ['stat-federal', (i: Record<string, unknown>) => i.stat_federal_id],
    ['type-intervention', (i: Record<string, unknown>) => i.type_intervention_id],
    ['intervention-traitement', (i: Record<string, unknown>) => i.intervention_traitement_id],
  ])('by %s count each intervention once, and the hours of all who were there', async (name, key) => {
    const rows = year().by(key)
    expect(rows.length).toBeGreaterThan(1)
    expect(await report(name)).toEqual({ data: rows })
  })

  it.each([
    ['stat-federal', 11, (i: Record<string, unknown>) => i.stat_federal_id],
    ['stat-intervention', 8, (i: Record<string, unknown>) => year().statIntervention(i)],
  ])('in the list %s stand beside those of the year before', async (name, count, key) => {
    const now = year().by(key)
    const before = recount(raw, idOf(annee - 1)).by(key)
    const { body } = await ask(`GET /${name}?exercice_comptable_id=${idOf(annee)}`)
    expect(body.data).toHaveLength(count)
    const none = { nb: 0, heures: '0.00', sauve_personne: 0, sauve_animaux: 0 }
    for (const { id, designation, tri, ...figures } of body.data) {
      const { nb, heures, sauve_personne, sauve_animaux } = now.find((row) => row.id === id) ?? none
      const precedent = before.find((row) => row.id === id) ?? none
      expect([designation, tri, figures]).toEqual([
        expect.any(String),
        id,
        {
          statut: true,
          nb,
          heures,
          sauve_personne,
          sauve_animaux,
          nb_precedent: precedent.nb,
          heures_precedent: precedent.heures,
        },
      ])
    }
  })

  it('by vehicule are weighted by stat_nb, by materiel with what was used', async () => {
    expect(year().vehicules()).toHaveLength(3)
    expect(await report('vehicule')).toEqual({ data: year().vehicules() })
    expect(await report('materiel')).toEqual({ data: year().materiels() })
  })

  it('by month have every month of the year, and all interventions', async () => {
    const { data } = await report('mensuel')
    const months: string[] = []
    for (
      let at = new Date(`${debut.slice(0, 7)}-01T00:00Z`);
      at <= new Date(fin);
      at.setUTCMonth(at.getUTCMonth() + 1)
    )
      months.push(at.toISOString().slice(0, 7))
    expect(data).toEqual(months.map((mois, index) => ({ id: index + 1, mois, ...year().month(mois) })))
    const total = data.reduce((before: number, { nb }: { nb: number }) => before + nb, 0)
    expect(total).toBe(year().nb)
  })

  it('by sapeur have his interventions once, however often he came and went, and all presences', async () => {
    const { data, sapeurs, interventions } = await report('presence-intervention')
    expect([interventions, sapeurs]).toEqual([year().nb, year().sapeurs()])
    expect(data.map(({ id }: { id: number }) => id)).toEqual(year().presences.map((p) => p.id))
  })

  it('are the same to who reads the accounts only, and to who reads the interventions only', async () => {
    for (const name of reports) {
      const own = await report(name)
      expect([name, await report(name, comptable)]).toEqual([name, own])
      expect([name, await report(name, { as: 'lecteur@example.org' })]).toEqual([name, own])
    }
    const path = `GET /stat-federal?exercice_comptable_id=${idOf(annee)}`
    expect((await ask(path, undefined, comptable)).body).toEqual((await ask(path)).body)
  })
})

describe('presences at exercices', () => {
  it('are counted by sapeur, without what was cancelled', async () => {
    for (const annee of [2001, 2002]) {
      const rows = recount(raw, idOf(annee)).exercices()
      expect(rows).toHaveLength(9)
      expect(await told(`GET /statistiques/${idOf(annee)}/presence-exercice`)).toEqual([200, { data: rows }])
    }
    expect(await told(`GET /statistiques/${idOf(1999)}/presence-exercice`)).toEqual([200, { data: [] }])
  })
})

describe('a presence', () => {
  it('is written as at its intervention', async () => {
    const { body } = await ask(`GET /statistiques/${idOf(2002)}/presence-intervention`)
    const { body: own } = await ask(`GET /interventions/${body.data[0].intervention_id}/sapeurs`)
    expect(own.data).toContainEqual(body.data[0])
  })

  it('of a night across the year counts whole in the year of the start', async () => {
    const night = raw.interventions.find((i) => i.jour === '2001-12-31' && i.date_fin === '2002-01-01')
    const there = raw.presences.filter((p) => p.intervention_id === night?.id).map((p) => p.id)
    const idsIn = async (annee: number) => {
      const { body } = await ask(`GET /statistiques/${idOf(annee)}/presence-intervention`)
      return body.data.map(({ id }: { id: number }) => id)
    }
    expect(there.length).toBeGreaterThan(0)
    expect(await idsIn(2001)).toEqual(expect.arrayContaining(there))
    expect(await idsIn(2002)).not.toEqual(expect.arrayContaining([there[0]]))
  })
})

describe('a year', () => {
  it('that is unknown, or of another SIS, has no figures', async () => {
    const [other] = await sql('select max(id)::integer as id from app.exercices_comptables', [], 'test')
    for (const id of [999_999, other?.id]) {
      for (const name of reports) expect(await told(`GET /statistiques/${id}/${name}`)).toEqual(noYear)
      for (const name of ['stat-federal', 'stat-intervention'])
        expect(await told(`GET /${name}?exercice_comptable_id=${id}`)).toEqual(noYear)
    }
  })

  it('is the current one where none is named; before it is opened all figures are 0', async () => {
    const [current] = await sql('select app.current_exercice_comptable_id()::integer as id')
    const named = await told(`GET /stat-federal?exercice_comptable_id=${current?.id}`)
    expect(await told('GET /stat-federal')).toEqual(named)
    await sql('delete from app.exercices_comptables where id = $1', [current?.id])
    const { status, body } = await ask('GET /stat-federal')
    expect([status, body.data.length]).toEqual([200, 11])
    expect(body.data[0]).toEqual({
      id: 1,
      designation: 'Lutte contre le feu',
      statut: true,
      tri: 1,
      nb: 0,
      heures: '0.00',
      sauve_personne: 0,
      sauve_animaux: 0,
      nb_precedent: 0,
      heures_precedent: '0.00',
    })
  })

  it('without any intervention has empty reports, and its months', async () => {
    const rows = await sql(
      `insert into app.exercices_comptables (annee, designation, debut, fin)
       values (1980, '1980', '1980-03-15', '1980-05-14') returning id::integer as id`,
    )
    const path = `GET /statistiques/${rows[0]?.id}`
    expect(await told(`${path}/presence-intervention`)).toEqual([
      200,
      { data: [], sapeurs: [], interventions: 0 },
    ])
    expect(await told(`${path}/vehicule`)).toEqual([200, { data: [] }])
    const { body } = await ask(`${path}/mensuel`)
    expect(body.data.map(({ mois }: { mois: string }) => mois)).toEqual(['1980-03', '1980-04', '1980-05'])
  })
})

it('the category lists come by pages too', async () => {
  const path = `/stat-federal?exercice_comptable_id=${idOf(2001)}`
  const { body, headers } = await ask(`GET ${path}&limit=7`)
  const next = /^<\/api\/v2(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
  const { body: rest } = await ask(`GET ${next}`)
  expect([...body.data, ...rest.data]).toEqual((await ask(`GET ${path}`)).body.data)
})

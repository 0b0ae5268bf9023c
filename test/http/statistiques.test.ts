import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectRest, readRest } from '../stats/oracle/expect_rest.ts'
import { type Raw, readRaw } from '../stats/oracle/raw.ts'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { plantHistory, years } from './statistiques_fixture.ts'

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
  raw = await readRaw(await database.as('admin'), 'hs')
  for (const { annee, id } of raw.years) ids[annee] = id
  await makeAccount(database, { email: comptable.as, permissions: { hs: ['comptabilite.lecture'] } })
}, 60_000)

const idOf = (annee: number) => ids[annee] ?? 0

it('the test data have nights across the year and the change of the clock, and empty interventions', async () => {
  const nights = await sql(
    `select date_debut::text || ' ' || date_fin as days from app.interventions where heure_debut in ('23:30', '00:30')`,
  )
  expect(nights.map(({ days }) => days)).toEqual(
    expect.arrayContaining(['2001-03-25 2001-03-25', '2001-10-28 2001-10-28', '2001-12-31 2002-01-01']),
  )
  expect(raw.interventions.length).toBeGreaterThan(80)
  expect(new Set(raw.interventions.map((i) => i.statut))).toEqual(new Set([0, 1, 2, 3]))
})

describe.each(years)('the figures of $annee', ({ annee }) => {
  const report = async (name: string, asking = {}) =>
    (await ask(`GET /statistiques/${idOf(annee)}/${name}`, undefined, asking)).body

  // test/stats/oracle.test.ts covers random histories; this one is long.
  it('agree with a count by hand', async () => {
    const year = raw.years.find((each) => each.annee === annee)
    if (year === undefined) throw new Error(`${annee} was not opened`)
    const expected = expectRest(raw, year)
    for (const [path, rows] of Object.entries(expected)) {
      const { body } = await ask(`GET ${path}`)
      expect([path, readRest(body)]).toEqual([path, rows])
    }
    const { interventions } = await report('presence-intervention')
    const { data } = await report('mensuel')
    expect(data.reduce((before: number, { nb }: { nb: number }) => before + nb, 0)).toBe(interventions)
    expect(interventions).toBeGreaterThan(10)
  })

  it('are the same with only the permission on accounts of pay, and with only that on interventions', async () => {
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
  it('are those of the year, by sapeur', async () => {
    for (const annee of [2001, 2002])
      expect((await ask(`GET /statistiques/${idOf(annee)}/presence-exercice`)).body.data).toHaveLength(9)
    expect(await told(`GET /statistiques/${idOf(1999)}/presence-exercice`)).toEqual([200, { data: [] }])
  })
})

describe('designations', () => {
  const report = async (name: string) => (await ask(`GET /statistiques/${idOf(2001)}/${name}`)).body
  it.each([
    ['stat-federal', '/stat-federal'],
    ['type-intervention', '/type-intervention'],
    ['intervention-traitement', '/intervention-traitement'],
    ['vehicule', '/vehicules'],
    ['materiel', '/materiels'],
  ])('appear beside the ids of %s, in the order of the list', async (name, list) => {
    const rows: { id: number; designation: string }[] = (await report(name)).data
    const known: { id: number; designation: string }[] = (await ask(`GET ${list}`)).body.data
    const named = rows.map(({ id, designation }) => ({ id, designation }))
    const places = known.filter(({ id }) => rows.some((row) => row.id === id))
    expect(named.length).toBeGreaterThan(1)
    expect(named).toEqual(places.map(({ id, designation }) => ({ id, designation })))
  })

  it('are names where rows are people, sorted by name', async () => {
    const rows: { id: number; nom_prenom: string; nom: string; prenom: string }[] = (
      await report('presence-exercice')
    ).data
    for (const { id, nom_prenom, nom, prenom } of rows)
      expect((await ask(`GET /sapeurs/${id}`)).body.data).toMatchObject({ nom_prenom, nom, prenom })
    expect(rows.length).toBeGreaterThan(1)
  })
})

describe('a presence', () => {
  it('has the same times as at its intervention', async () => {
    const { body } = await ask(`GET /statistiques/${idOf(2002)}/presence-intervention`)
    const { body: own } = await ask(`GET /interventions/${body.data[0].intervention_id}/sapeurs`)
    const { nom_prenom, numero, ...presence } = body.data[0]
    expect(own.data).toContainEqual(presence)
    const { body: intervention } = await ask(`GET /interventions/${presence.intervention_id}`)
    const { body: sapeur } = await ask(`GET /sapeurs/${presence.sapeur_id}`)
    expect([nom_prenom, numero]).toEqual([sapeur.data.nom_prenom, intervention.data.numero])
  })

  it('of a night across the year counts in full in the year of its start', async () => {
    const night = raw.interventions.find((i) => i.date_debut === '2001-12-31')
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

describe('an hour', () => {
  it.each([
    ['that the clock skips counts none', '2026-03-29', '01:00', '04:00', '2.00'],
    ['that the clock repeats counts two', '2026-10-25', '01:00', '04:00', '4.00'],
    ['before midnight and one after count two', '2025-12-31', '23:00', '01:00', '2.00'],
  ])('%s', async (_what, day, from, to, heures) => {
    const next = to < from ? '2026-01-01' : day
    const { body } = await ask('POST /interventions-complet', {
      localUuid: randomUUID(),
      date_debut: day,
      heure_debut: from,
      date_fin: next,
      heure_fin: to,
      objet: 'Nuit',
      sapeurs: [
        { sapeur_id: raw.sapeurs[0]?.id, debut: `${day} ${from}`, fin: `${next} ${to}`, piquet: true },
      ],
    })
    const annee = Number(day.slice(0, 4))
    const [year] = await sql('select id from app.exercices_comptables where annee = $1', [annee])
    const months = await ask(`GET /statistiques/${year?.id}/mensuel`)
    const mois = months.body.data.find((row: { mois: string }) => row.mois === day.slice(0, 7))
    expect([mois.nb, mois.heures]).toEqual([1, heures])
    expect((await ask(`DELETE /interventions/${body.data.id}`)).status).toBe(204)
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

  it('is the current one by default; before it is opened all figures are 0', async () => {
    const [current] = await sql('select app.current_exercice_comptable_id()::integer as id')
    const named = await told(`GET /stat-federal?exercice_comptable_id=${current?.id}`)
    expect(await told('GET /stat-federal')).toEqual(named)
    await sql('update app.exercices_comptables set dernier_no_vacant = 0 where id = $1', [current?.id])
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

it('the category lists come in pages too', async () => {
  const path = `/stat-federal?exercice_comptable_id=${idOf(2001)}`
  const { body, headers } = await ask(`GET ${path}&limit=7`)
  const next = /^<\/api\/v2(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
  const { body: rest } = await ask(`GET ${next}`)
  expect([...body.data, ...rest.data]).toEqual((await ask(`GET ${path}`)).body.data)
})

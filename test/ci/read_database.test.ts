import { describe, expect, it } from 'vitest'
import { useDoors } from '../http/every_operation/doors.ts'
import { operations } from '../http/every_operation/schema.ts'
import { loudEntries } from '../support/loud_entries.ts'
import { usePair } from './standby_database.ts'

const pair = usePair()
const { primary, standby } = pair
// The servers are on the primary, and read from the standby what they may.
const doors = useDoors(
  { READ_LAG_SECONDS: '0.5', DATABASE_TIMEOUT_SECONDS: '5' },
  {
    name: pair.database.name,
    as: pair.database.as,
    get urls() {
      return { ...primary().urls, read: standby().at(primary().urls.api) }
    },
  },
)
const { servers } = doors
const soon = { timeout: 20_000, interval: 50 }
const marked = operations.filter(({ onStandby }) => onStandby)
const headers = async () => ({ 'sis-key': 'hs', authorization: await doors.bearer() })
const get = async (path: string, more: Record<string, string> = {}) =>
  servers.data(`/api/v2${path}`, { headers: { ...(await headers()), ...more } })
const add = async (designation: string) =>
  servers.data('/api/v2/vehicules', { method: 'POST', headers: await headers(), body: { designation } })
const vehicules = async (): Promise<string[]> => {
  const body = { query: '{ vehicules(first: 200) { nodes { designation } } }' }
  const answer = await servers.data('/graphql', { method: 'POST', headers: await headers(), body })
  return answer.body.data.vehicules.nodes.map((each: { designation: string }) => each.designation)
}
const warnings = () =>
  loudEntries(servers.log()).map(({ msg, reason }) => (reason === undefined ? msg : `${msg} (${reason})`))
// The statements that connections of caserne_api sent last.
const asked = async (database: { rows(query: string): Promise<Record<string, unknown>[]> }) =>
  (await database.rows("select query from pg_stat_activity where usename = 'caserne_api'"))
    .map(({ query }) => String(query))
    .join('\n')
const year = async () =>
  (await doors.sql('select min(id)::integer as id from app.exercices_comptables'))[0]?.id
// Adds a vehicle that was used, and returns the path of the figures that show it.
const addFigure = async () => {
  const operation = marked.find(({ id }) => id === 'list_statistique_vehicule')
  const { path } = await doors.sampleOf(operation as (typeof marked)[number])
  return `/statistiques/${path?.id}/vehicule`
}
const pauseReplay = () => standby().rows('select pg_wal_replay_pause()')
const resumeReplay = () => standby().rows('select pg_wal_replay_resume()')

describe('reads that decide no write', () => {
  it('are the statistics, the bilan and the exports', () => {
    expect(marked.map(({ id }) => id).sort()).toEqual([
      'export_avs',
      'export_decompte',
      'export_statistiques',
      'get_certificats_salaire',
      'get_decompte_pdf',
      'get_intervention_rapport',
      'get_mon_certificat_salaire',
      'get_mon_decompte_pdf',
      'get_statistique_rapport',
      'list_bilan_comptes',
      'list_stat_federal',
      'list_stat_intervention',
      'list_statistique_intervention_traitement',
      'list_statistique_materiel',
      'list_statistique_mensuel',
      'list_statistique_presence_exercice',
      'list_statistique_presence_intervention',
      'list_statistique_stat_federal',
      'list_statistique_type_intervention',
      'list_statistique_vehicule',
    ])
  })

  it('are answered by the standby, at once after the rows were written', { timeout: 60_000 }, async () => {
    for (const operation of marked) {
      const sample = await doors.sampleOf(operation)
      expect([operation.id, (await doors.knock(operation, sample)).status]).toEqual([operation.id, 200])
      expect(await asked(standby())).toContain(`api.${operation.id}(`)
    }
    expect(await asked(primary())).not.toMatch(/api\.(export_|list_stat)/)
    expect(warnings()).toEqual([])
  })

  it('and are queries of GraphQL, which show each write that was answered before', async () => {
    for (let n = 0; n < 20; n++) {
      expect((await add(`Lu aussitôt ${n}`)).status).toBe(201)
      expect(await vehicules()).toContain(`Lu aussitôt ${n}`)
    }
    // Clients beside each other, each of which looks for its own writes.
    const client = async (name: number) => {
      for (let n = 0; n < 5; n++) {
        await add(`Client ${name}, ${n}`)
        expect(await vehicules()).toContain(`Client ${name}, ${n}`)
      }
    }
    await Promise.all(Array.from({ length: 6 }, (_, name) => client(name)))
    // The last statement of a query is its commit.
    expect(await asked(standby())).toContain('commit')
    expect(await asked(primary())).not.toContain('commit')
    expect(warnings()).toEqual([])
  })
})

describe('a standby that lags', () => {
  it('is not read, so nobody sees less than before, and no ETag of before is confirmed', async () => {
    const path = await addFigure()
    const before = await get(path)
    const tag = String(before.headers.get('etag'))
    expect((await get(path, { 'if-none-match': tag })).status).toBe(304)
    await pauseReplay()
    expect((await add('Pas encore répliqué')).status).toBe(201)
    expect(await vehicules()).toContain('Pas encore répliqué')
    expect(await addFigure()).toBe(path)
    const after = await get(path, { 'if-none-match': tag })
    expect([after.status, after.headers.get('etag') === tag]).toEqual([200, false])
    expect(after.body.data.length).toBe(before.body.data.length + 1)
    // Kept by the server: the answer of before must not come back.
    for (let n = 0; n < 3; n++) expect((await get(path)).body).toEqual(after.body)

    await resumeReplay()
    await expect.poll(async () => (await get(path)) && warnings().at(-1), soon).toBe('standby used again')
    expect((await get(path)).body).toEqual(after.body)
    expect((await get(path, { 'if-none-match': String(after.headers.get('etag')) })).status).toBe(304)
    expect(warnings()).toEqual([
      'standby not used: reads go to the primary (the standby lags)',
      'standby used again',
    ])
  })
})

describe('a standby that is away', () => {
  it('costs no read, is logged once, and is used again when it is back', async () => {
    const known = warnings().length
    const path = `/statistiques/${await year()}/materiel`
    await standby().stop()
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(path)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await vehicules()).toContain('Pas encore répliqué')
    await standby().start()
    await expect.poll(async () => (await get(path)) && warnings().at(-1), soon).toBe('standby used again')
    const told = warnings().slice(known)
    expect(told.filter((line) => line.startsWith('standby'))).toEqual([
      expect.stringMatching(/^standby not used: reads go to the primary \(.+\)$/),
      'standby used again',
    ])
  })
})

describe('a primary that is away', () => {
  it('leaves the figures and GraphQL readable', async () => {
    const path = `/statistiques/${await year()}/vehicule`
    await add('Avant la panne')
    const before = await get(path)
    await primary().stop()
    expect((await get('/vehicules')).status).toBe(503)
    const during = await get(path)
    expect([during.status, during.body]).toEqual([200, before.body])
    expect(await vehicules()).toContain('Avant la panne')
    await primary().start()
    await expect.poll(async () => (await add('Après la panne')).status, soon).toBe(201)
    expect(await vehicules()).toContain('Après la panne')
  })
})

import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { readDocument } from '../../src/http/document/document.ts'
import { startServers } from '../../src/instance.ts'
import { Metrics } from '../../src/process/metrics.ts'
import { Readiness } from '../../src/process/readiness.ts'
import { Started } from '../../src/process/started.ts'
import { useDoors } from '../http/every_operation/doors.ts'
import { operations } from '../http/every_operation/schema.ts'
import { type EventStream, openStream } from '../support/event_stream.ts'
import { loudEntries } from '../support/loud_entries.ts'
import { usePair } from './standby_database.ts'

const { database, standby } = usePair()
// Both servers, on the standby alone.
const doors = useDoors({}, database)
const { servers } = doors
const busy = { status: 503, body: { error: 'Service momentanément indisponible' } }
const reads = operations.filter(({ method }) => method === 'get')
const writes = operations.filter(({ method }) => method !== 'get')
const headers = async () => ({ 'sis-key': 'hs', authorization: await doors.bearer() })
const warnings = () => loudEntries(servers.log()).map(({ msg }) => msg)

describe('servers on a standby alone', () => {
  it('start, and say what they cannot do', async () => {
    const lines: string[] = []
    const config = readConfig({ PORT: '0', AUTH_KEY_FILE: servers.keyFile })
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) })
    const started = new Started()
    const setting = { config, log, started, metrics: new Metrics(), readiness: new Readiness() }
    try {
      const listening = await startServers(setting, database.urls, ['data'])
      const { status } = await fetch(`http://127.0.0.1:${listening.data?.port}/ready?read`)
      expect(status).toBe(200)
    } finally {
      await started.stop()
    }
    // The pools of data, accounts and passwords.
    expect(lines).toContain('the database is a standby: writes are answered 503')
  })

  it('are ready for reads, and not ready for writes', async () => {
    for (const server of ['data', 'auth'] as const) {
      expect((await servers[server]('/ready?read')).status).toBe(200)
      expect(await servers[server]('/ready')).toMatchObject({
        status: 503,
        body: { error: 'La base de données n’accepte pas d’écriture' },
      })
    }
  })

  it('answer every GET of the data API', { timeout: 120_000 }, async () => {
    const asked = []
    for (const operation of reads) asked.push({ operation, sample: await doors.sampleOf(operation) })
    await standby().catchUp()
    const answers: [string, number][] = []
    for (const { operation, sample } of asked)
      answers.push([operation.id, (await doors.knock(operation, sample)).status])
    expect(answers.length).toBeGreaterThan(90)
    expect(answers.filter(([, status]) => status !== 200)).toEqual([])
  })

  it('answer every GET of the authentication API', async () => {
    const asked = readDocument('auth').operations.filter(({ method }) => method === 'get')
    const answers = await Promise.all(
      asked.map(async ({ id, path }) => {
        const at = path.startsWith('/.well-known') ? path : `/api/v1${path}`
        return [id, (await servers.auth(at, { headers: await headers() })).status]
      }),
    )
    expect(answers.length).toBeGreaterThan(6)
    expect(answers.filter(([, status]) => status !== 200)).toEqual([])
  })

  it('answer queries of GraphQL', async () => {
    const body = { query: '{ grades { nodes { id } } }' }
    const answer = await servers.data('/graphql', { method: 'POST', headers: await headers(), body })
    expect([answer.status, answer.body.data.grades.nodes.length > 0]).toEqual([200, true])
  })

  it('answer every write of the data API with 503 and Retry-After, and write nothing', {
    timeout: 120_000,
  }, async () => {
    const asked = []
    for (const operation of writes) asked.push({ operation, sample: await doors.sampleOf(operation) })
    await standby().catchUp()
    const before = await doors.written()
    const wrong = []
    for (const { operation, sample } of asked) {
      const { status, body, headers } = await doors.knock(operation, sample)
      // Without a change there is no write.
      const reading = status < 300 && /^(simuler|list|get)_/.test(operation.id)
      const refused = status === 503 && headers['retry-after'] === '5' && body.error === busy.body.error
      if (!refused && !reading) wrong.push([operation.id, status, body])
    }
    expect(wrong).toEqual([])
    expect(await doors.written()).toEqual(before)
  })

  it('refuse a login and a refresh with 503, and a faulty field as always', async () => {
    for (const [path, body] of [
      ['/login', { email: 'chef@example.org', password: 'caserne-demo' }],
      ['/login', { email: 'chef@example.org', password: 'faux' }],
      ['/refresh-token', { token: 'x'.repeat(43) }],
      ['/forgotten-password', { email: 'chef@example.org' }],
      ['/logout', { token: 'x'.repeat(43) }],
      ['/confirmer-email', { token: 'x'.repeat(43) }],
    ] as const) {
      const answer = await servers.post(path, body)
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5'])
      expect(answer.body).toEqual(busy.body)
    }
    const missing = { method: 'DELETE', headers: await headers() }
    expect(await servers.data('/api/v2/vehicules/987654', missing)).toMatchObject(busy)
    const faulty = { method: 'POST', headers: await headers(), body: { designation: 7 } }
    expect((await servers.data('/api/v2/vehicules', faulty)).status).toBe(422)
  })

  it('show new alarms in the stream, which looks by itself because a standby announces nothing', async () => {
    const stream = await openStream(`${servers.urls().data}/api/v2/alarmes/flux`, await headers())
    await expect.poll(() => stream.data('a_jour'), soon).toHaveLength(1)
    await alarm('Rue de la Réplique 1')
    await expect.poll(() => adressesOf(stream), soon).toContain('Rue de la Réplique 1')
    const sessions = await standby().rows(
      "select query from pg_stat_activity where application_name = 'caserne listener'",
    )
    expect(sessions).toHaveLength(1)
    expect(String(sessions[0]?.query)).not.toMatch(/^listen/i)
    stream.close()
  })

  it('tell once that the database takes no writes, however many were refused', () => {
    expect(warnings()).toEqual(['database takes no writes'])
  })
})

describe('servers whose standby becomes the primary', () => {
  it('take writes again, hear of alarms at once, and say so', async () => {
    const stream = await openStream(`${servers.urls().data}/api/v2/alarmes/flux`, await headers())
    await standby().promote()
    await expect.poll(async () => (await servers.data('/ready')).status, soon).toBe(200)
    const create = async () =>
      (
        await servers.data('/api/v2/vehicules', {
          method: 'POST',
          headers: await headers(),
          body: { designation: 'Après la promotion' },
        })
      ).status
    expect(await create()).toBe(201)
    expect((await servers.logIn('chef@example.org')).status).toBe(200)
    await expect.poll(warnings, soon).toContain('database takes writes again')
    await expect
      .poll(async () => (await sessionsThatListen()).length, { timeout: 20_000, interval: 100 })
      .toBe(1)
    stream.close()
  })
})

const soon = { timeout: 20_000, interval: 50 }
const sessionsThatListen = () =>
  standby().rows(
    "select from pg_stat_activity where application_name = 'caserne listener' and query ilike 'listen%'",
  )
const adressesOf = (stream: EventStream) => stream.data().map(({ adresse }) => adresse)

async function alarm(adresse: string): Promise<void> {
  await doors.sql(
    "insert into app.alarmes (date, type, adresse, intervention_voulue) values (now(), 'Alarme réelle', $1, false)",
    [adresse],
  )
}

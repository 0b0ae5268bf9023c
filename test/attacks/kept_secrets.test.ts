import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { exportSis } from '../../src/db/archive/export_sis.ts'
import { useDataApi } from '../http/data_fixture.ts'
import { subscription } from '../http/samples/moi.ts'

// Secrets of walls, calendars, devices, webhooks and the board: nobody who sees the database, an archive of a SIS,
// somebody's own data or the log may be able to use them.
const key = randomBytes(32).toString('base64')
const { database, servers, told, ask } = useDataApi({ MAILBOX_KEY: key })
const secrets: Record<string, string> = {}

beforeAll(async () => {
  const made = async (door: string, body: object) => {
    const headers = { 'idempotency-key': randomBytes(8).toString('hex') }
    const [status, { data }] = await told(door, body, { headers })
    expect([door, status]).toEqual([door, 201])
    return data
  }
  const url = 'https://sms.example.org/caserne'
  const given = `whsec_${randomBytes(32).toString('base64')}`
  const push = subscription()
  secrets.mur = (await made('POST /murs', { designation: 'Garage' })).token.slice(3)
  secrets.calendrier = (await made('POST /mes-calendriers', {})).adresse.slice(8, -4)
  secrets.webhook = (await made('POST /webhooks', { url, evenements: ['alarme'] })).secret.slice(6)
  await made('POST /webhooks', { url, evenements: ['alarme'], secret: given })
  secrets.given = given.slice(6)
  await made('POST /mes-appareils', { type: 'webpush', abonnement: push })
  Object.assign(secrets, { endpoint: push.endpoint, p256dh: push.keys.p256dh, auth: push.keys.auth })
  const response = await fetch(`${servers.urls().data}/tableau/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'commandant@example.org', password: 'caserne-demo' }),
  })
  secrets.cookie = /caserne_session=([\w-]+)/.exec(response.headers.getSetCookie().join())?.[1] ?? ''
  for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThan(20)
})

/** The names of the secrets that a text has, as they are or in hexadecimal. */
const foundIn = (text: string) =>
  Object.entries(secrets)
    .filter(([, secret]) => text.includes(secret) || text.includes(Buffer.from(secret).toString('hex')))
    .map(([name]) => name)

describe('no secret stands', () => {
  it('in any table of the database', async () => {
    const admin = await database.as('admin')
    const { rows: tables } = await admin.query(
      `select c.oid::regclass::text as name from pg_class c
        where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('app', 'auth', 'audit', 'request', 'jobs', 'graphile_worker')`,
    )
    expect(tables.length).toBeGreaterThan(100)
    for (const { name } of tables) {
      const { rows } = await admin.query(`select string_agg(t::text, ' ') as text from ${name} t`)
      expect({ name, found: foundIn(rows[0]?.text ?? '') }).toEqual({ name, found: [] })
    }
  })

  it('in an archive of the SIS', async () => {
    const admin = await database.as('admin')
    const chunks: Buffer[] = []
    const output = new Writable({
      write: (chunk: Buffer, _, done) => {
        chunks.push(chunk)
        done()
      },
    })
    await admin.query('begin')
    await exportSis(admin, 'hs', output, () => undefined)
    await admin.query('rollback')
    const text = gunzipSync(Buffer.concat(chunks)).toString()
    expect(text).toContain('sms.example.org')
    expect(foundIn(text)).toEqual([])
  })

  it('in what somebody downloads of themselves, and no hash of one either', async () => {
    const { status, body } = await ask('GET /mes-donnees')
    expect([status, foundIn(JSON.stringify(body))]).toEqual([200, []])
    const { donnees } = body.data
    for (const table of ['app.calendriers', 'app.appareils', 'app.webhooks', 'auth.sessions']) {
      expect(donnees[table].length).toBeGreaterThan(0)
      const hashes = Object.keys(donnees[table][0]).filter((each) =>
        /hash|secret|empreinte|abonnement/.test(each),
      )
      expect({ table, hashes }).toEqual({ table, hashes: [] })
    }
  })

  it('in any list, or in the log', async () => {
    for (const path of ['/murs', '/mes-calendriers', '/webhooks', '/mes-appareils', '/journal?limit=1000']) {
      const { status, body } = await ask(`GET ${path}`)
      expect({ path, status, found: foundIn(JSON.stringify(body)) }).toEqual({ path, status: 200, found: [] })
    }
    expect(foundIn(servers.log())).toEqual([])
  })
})

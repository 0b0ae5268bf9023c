import pg from 'pg'
import { withRole } from '../src/db/migrate.ts'
import { Client } from '../test/http/every_operation/client.ts'
import { loadSamples } from '../test/http/every_operation/samples.ts'
import { fuzz, type Target, writes } from '../test/http/fuzz_data/fuzz.ts'
import type { Sql } from '../test/http/samples/sample.ts'
import { heading } from './heading.ts'
import { as, postgresVersion, prepareDemo, signTokens, started, startServer } from './setting.ts'

/**
 * Sends random bodies to every operation that writes, on the demo's data, and validates the answers.
 * @param times number of bodies for each operation.
 * @throws after printing the findings, if there are any, such as a status 500 or an answer against its document.
 */
export async function benchFuzz(times: number): Promise<void> {
  const admin = await prepareDemo()
  const target = await openTarget(admin)
  process.stdout.write(heading(`fuzz ${times}`, await postgresVersion(admin)))
  process.stdout.write('\n| | bodies | accepted | findings | s |\n|---|---|---|---|---|\n')
  const found: string[] = []
  for (const operation of writes) {
    const began = performance.now()
    const { sent, accepted, findings } = await fuzz(target, operation, times)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    process.stdout.write(`| ${operation.id} | ${sent} | ${accepted} | ${findings.length} | ${seconds} |\n`)
    found.push(...findings.slice(0, 5).map((each) => JSON.stringify(each)))
  }
  process.stdout.write(`\n${found.map((each) => `${each}\n`).join('')}`)
  if (found.length > 0) throw new Error('fuzz: something came of random bodies that must not')
}

async function openTarget(admin: string): Promise<Target> {
  const owner = await open(withRole(admin, 'caserne_owner'))
  const superuser = await open(admin)
  const { rows } = await superuser.query<{ id: number; permissions: string[]; sapeur: number }>(
    `select u.id::integer, (select array_agg(identifiant) from auth.permissions) as permissions,
            (select min(id)::integer from app.sapeurs where sis_key = 'hs') as sapeur
       from auth.users u`,
  )
  const tokens = await signTokens(
    rows.map(({ id, permissions, sapeur }) => ({
      id,
      admin: false,
      validated: true,
      pseudo: 'Banc',
      email: `banc${id}@example.org`,
      permissions: { hs: permissions },
      mobiles: [],
      sapeurs: { hs: sapeur },
    })),
  )
  const port = await startServer('whole', [as(admin, 'caserne_api'), as(admin, 'caserne_auth')], {
    VALIDATE_RESPONSES: 'true',
    MAILBOX_KEY: Buffer.alloc(32).toString('base64'),
  })
  const samples = await loadSamples()
  const sql: Sql = async (text, values) => {
    await owner.query('begin')
    await owner.query("select request.open(null, 'hs', $1, null)", [rows[0]?.permissions])
    const result = await owner.query(text, values)
    await owner.query('commit')
    return result.rows
  }
  return {
    client: started.add(new Client(`http://127.0.0.1:${port}`), async (client) => client.close()),
    bearers: new Map(rows.map(({ id }, n) => [String(id), `Bearer ${tokens[n]}`])),
    sampleOf: async ({ id }) => (await samples.get(id)?.(sql)) ?? {},
    query: (text, values) => superuser.query(text, values),
  }
}

async function open(url: string): Promise<pg.Client> {
  const client = started.add(new pg.Client(url), (each) => each.end())
  await client.connect()
  return client
}

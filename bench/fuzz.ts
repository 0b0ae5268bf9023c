import { withRole } from '../src/db/migrate.ts'
import { Client } from '../test/http/every_operation/client.ts'
import { loadSamples } from '../test/http/every_operation/samples.ts'
import { fuzz, type Target, writes } from '../test/http/fuzz_data/fuzz.ts'
import type { Sql } from '../test/http/samples/sample.ts'
import { heading } from './heading.ts'
import { connect, postgresVersion, prepareDemo, signHeaders, started, startServer } from './setting.ts'

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
  const owner = await connect(withRole(admin, 'caserne_owner'))
  const superuser = await connect(admin)
  const { rows } = await superuser.query<{
    user: number
    email: string
    permissions: string[]
    sapeur: number
  }>(
    `select u.id::integer as user, u.email, (select array_agg(identifiant) from auth.permissions) as permissions,
            (select min(id)::integer from app.sapeurs where sis_key = 'hs') as sapeur
       from auth.users u`,
  )
  const headers = await signHeaders(rows.map((row) => ({ ...row, sis: 'hs' })))
  const { port } = await startServer(admin, {
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
    bearers: new Map(rows.map(({ user }, n) => [String(user), headers[n]?.authorization ?? ''])),
    owner: String(rows.find(({ email }) => email === 'commandant@example.org')?.user),
    sampleOf: async ({ id }) => (await samples.get(id)?.(sql)) ?? {},
    query: (text, values) => superuser.query(text, values),
  }
}

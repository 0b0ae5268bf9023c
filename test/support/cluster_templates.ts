import pg from 'pg'
import { pino } from 'pino'
import { bootstrap } from '../../src/db/bootstrap.ts'
import { migrate } from '../../src/db/migrate.ts'
import { loadDemo } from '../../src/demo/load.ts'

const log = pino({ level: 'silent' })

/** Passwords of the logins in the run's PostgreSQL. */
export const passwords = { auth: 'auth-test', api: 'api-test', worker: 'worker-test' }

/**
 * Makes three databases to clone: `template_empty` (bootstrapped only), `template_migrated` and `template_demo` (with
 * the demo, without its past).
 */
export async function makeTemplates(adminUrl: string): Promise<void> {
  const at = (database: string) => Object.assign(new URL(adminUrl), { pathname: database }).href
  const client = new pg.Client(adminUrl)
  await client.connect()
  const clone = async (name: string, template: string) => {
    await untilAlone(client)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
    // A clone does not inherit the rights on its database and its settings.
    await bootstrap(at(name), passwords)
    await client.query(`alter database ${name} set jit = off`)
  }
  try {
    await client.query('create database template_empty')
    await bootstrap(at('template_empty'), passwords)
    await clone('template_migrated', 'template_empty')
    await migrate(at('template_migrated'), log)
    await clone('template_demo', 'template_migrated')
    // Without the demo's past: most tests make their own rows.
    await loadDemo(at('template_demo'), { history: false })
    await hashAgain(at('template_demo'))
    await untilAlone(client)
  } finally {
    await client.end()
  }
}

// PostgreSQL does not clone a database while someone is connected to it.
async function untilAlone(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      "select from pg_stat_activity where datname like 'template_%' and pid <> pg_backend_pid()",
    )
    if (rows.length === 0) return
  }
}

// Hashes at the cost that the tested servers use (PASSWORD_COST). Otherwise the first login of each account
// would be as slow as in production.
async function hashAgain(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query("update auth.users set password_hash = auth.hash_password('caserne-demo', 4)")
  await client.end()
}

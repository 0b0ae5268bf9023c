import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { withRole } from '../../src/db/migrate.ts'
import { passwords } from './cluster_templates.ts'

/** The database of one test file, and the logins that may connect. */
export interface TestDatabase {
  name: string
  urls: { admin: string; auth: string; api: string; worker: string; read?: string }
  /**
   * One connection per role, opened at first use. `owner` is caserne_owner, subject to the policies like
   * every other role.
   */
  as(role: 'admin' | 'owner' | 'auth' | 'api' | 'worker'): Promise<pg.Client>
}

/** Clones a template for one test file, and drops the clone when the file is done. */
export function useDatabase(
  template: 'template_demo' | 'template_migrated' | 'template_empty' = 'template_demo',
): TestDatabase {
  const adminUrl = new URL(inject('adminUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = (username: string, password: string) => {
    return Object.assign(new URL(adminUrl), { username, password, pathname: name }).href
  }
  const urls = {
    admin: Object.assign(new URL(adminUrl), { pathname: name }).href,
    auth: url('caserne_auth', passwords.auth),
    api: url('caserne_api', passwords.api),
    worker: url('caserne_worker', passwords.worker),
  }
  const clients = new Map<string, Promise<pg.Client>>()
  const connect = async (role: string) => {
    const client = new pg.Client(
      role === 'owner' ? withRole(urls.admin, 'caserne_owner') : urls[role as keyof typeof urls],
    )
    await client.connect()
    return client
  }
  const as: TestDatabase['as'] = (role) => {
    const known = clients.get(role) ?? connect(role)
    clients.set(role, known)
    return known
  }
  beforeAll(async () => {
    await onServer(
      adminUrl.href,
      `create database ${name} template ${template} strategy file_copy owner caserne_owner`,
    )
    // A clone does not inherit the rights on its database and its settings: those of sql/database_roles.sql and
    // sql/database_settings.sql.
    await onServer(
      adminUrl.href,
      `revoke all on database ${name} from public;
       grant connect on database ${name} to caserne_auth, caserne_api, caserne_worker, caserne_analyst, caserne_national;
       alter database ${name} set jit = off`,
    )
  })
  afterAll(async () => {
    for (const client of clients.values()) await (await client).end()
    await untilLeft(adminUrl.href, name)
    await onServer(adminUrl.href, `drop database ${name} with (force)`)
  })
  return { name, urls, as }
}

// A pool says that it has ended before its sessions have. One that is ended by force then fails the run, from nowhere.
async function untilLeft(url: string, name: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (let tries = 0; tries < 40; tries += 1) {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name])
      if (rowCount === 0) return
      await pause(25)
    }
  } finally {
    await client.end()
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Arguments of request.open, as SQL: user, SIS and permissions. */
export interface Identity {
  sis: string | null
  permissions?: string[]
  sapeur?: number
}

/** Runs work in a transaction of a role that has opened a request as someone, and rolls it back. */
export async function asSomeone<T>(
  client: pg.Client,
  { sis, permissions = [], sapeur }: Identity,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  await client.query('begin')
  try {
    await client.query('select request.open(null, $1, $2, $3)', [sis, permissions, sapeur ?? null])
    return await work(client)
  } finally {
    await client.query('rollback')
  }
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Server } from '../setting.ts'
import { installPeer } from './install.ts'
import { execute, makeSchema, runPeer, startPeer } from './start.ts'

const ADMIN = 'directus-admin'
const READER = 'directus-reader'

/** Directus with the interventions, and the token of a user who sees those of one SIS. */
interface Directus extends Server {
  token: string
}

/**
 * Starts Directus over a copy of the interventions: it ignores tables whose primary key has two columns. The copy has
 * all rows and columns, the primary key `id`, the index of our list, and no policies: a rule of Directus filters by
 * SIS.
 */
export async function startDirectus(admin: string, sis: string): Promise<Directus> {
  const folder = await installPeer('directus')
  const url = await makeSchema(admin, 'directus')
  await execute(
    admin,
    `create table directus.interventions as table app.interventions;
     alter table directus.interventions owner to directus;
     alter table directus.interventions add primary key (id);
     create index on directus.interventions (sis_key, date_debut desc, heure_debut desc, id desc)`,
  )
  await execute(admin, 'vacuum (analyze) directus.interventions')
  const settings = settingsOf(folder, url)
  const program = 'node_modules/directus/cli.js'
  await runPeer(folder, [program, 'bootstrap'], settings('0'))
  const server = await startPeer(folder, () => [program, 'start'], '/server/ping', settings)
  await allowReading(server.port, sis)
  return { ...server, token: READER }
}

// As it comes, but without what is not measured (the web application, web sockets and telemetry) and without its
// refusals when the machine is busy. By default it caches no answers and limits no callers. Its log, at its usual
// level, is thrown away.
function settingsOf(folder: string, url: string): (port: string) => Record<string, string> {
  const extensions = join(folder, 'extensions')
  mkdirSync(extensions, { recursive: true })
  return (port) => ({
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: url,
    DB_SEARCH_PATH: 'directus',
    HOST: '127.0.0.1',
    PORT: port,
    SECRET: 'one-for-the-bench-one-for-the-bench',
    ADMIN_EMAIL: 'banc@example.org',
    ADMIN_PASSWORD: 'caserne-demo',
    ADMIN_TOKEN: ADMIN,
    EXTENSIONS_PATH: extensions,
    LOG_STYLE: 'raw',
    PRESSURE_LIMITER_ENABLED: 'false',
    SERVE_APP: 'false',
    TELEMETRY: 'false',
    WEBSOCKETS_ENABLED: 'false',
  })
}

// A policy with one rule: read interventions whose sis_key is this one. And a user with that policy and a static token.
async function allowReading(port: number, sis: string): Promise<void> {
  const permissions = { sis_key: { _eq: sis } }
  const rule = { collection: 'interventions', action: 'read', fields: ['*'], permissions }
  const { data } = await post(port, '/policies', { name: sis, permissions: { create: [rule] } })
  const policies = { create: [{ policy: data.id }] }
  await post(port, '/users', { email: 'reader@example.org', token: READER, status: 'active', policies })
}

async function post(port: number, path: string, body: object): Promise<{ data: { id: string } }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`Directus ${path}: ${await response.text()}`)
  return (await response.json()) as { data: { id: string } }
}

import type pg from 'pg'
import type { Servers } from './lists.ts'

/** Checks that each server separates tenants: the caller reaches the interventions of their SIS and no others. */
export async function checkTenants(client: pg.Client, servers: Servers): Promise<void> {
  const { sis, headers, ours, directus, postgraphile } = servers
  const { rows } = await client.query<{ mine: string; other: string }>(
    `select count(*) filter (where sis_key = $1) as mine, min(sis_key) filter (where sis_key <> $1) as other
       from app.interventions`,
    [sis],
  )
  const { mine = '', other = '' } = rows[0] ?? {}
  const url = (port: number, path: string) => `http://127.0.0.1:${port}${path}`

  const foreign = { headers: { ...headers, 'sis-key': other } }
  const refused = await fetch(url(ours.port, '/api/v2/interventions?limit=20'), foreign)
  expect('REST refuses another SIS', refused.status, 403)
  await refused.text()

  for (const [name, port, list] of [
    ['GraphQL', ours.port, 'interventions'],
    ['PostGraphile', postgraphile.port, 'allInterventions'],
  ] as const) {
    const body = JSON.stringify({ query: `{ ${list} { totalCount } }` })
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
    const text = await read(url(port, '/graphql'), init)
    expect(`${name} counts`, /"totalCount":(\d+)/.exec(text)?.[1], mine)
  }

  const reader = { headers: { authorization: `Bearer ${directus.token}` } }
  const counted = await read(url(directus.port, '/items/interventions?aggregate[count]=*'), reader)
  expect('Directus counts', /"count":"?(\d+)/.exec(counted)?.[1], mine)
  const others = `/items/interventions?filter[sis_key][_eq]=${encodeURIComponent(other)}`
  expect('Directus answers of another SIS', await read(url(directus.port, others), reader), '{"data":[]}')
}

async function read(url: string, init: RequestInit): Promise<string> {
  return (await fetch(url, init)).text()
}

function expect(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`)
}

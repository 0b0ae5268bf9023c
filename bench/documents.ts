import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { allPermissions } from '../test/support/table.ts'
import { withConnection } from './connection.ts'
import { heading } from './heading.ts'
import { HttpClient } from './http_client.ts'
import { quantile } from './median.ts'
import { startServing } from './program.ts'
import { postgresVersion, prepareDemo, signHeaders } from './setting.ts'

/** Time between two documents, as people leave it: a thread for the next one starts meanwhile. */
const PAUSE_MS = 700
const AT_ONCE = 3

/**
 * Times documents of a page or two, one at a time and three at once.
 * @param rounds how often each is asked for
 * @param checkout the directory of another checkout, whose server takes turns with this one's
 */
export async function benchDocuments(rounds: number, checkout?: string): Promise<void> {
  const admin = await prepareDemo()
  const [headers = {}] = await signHeaders([{ sis: 'hs', permissions: allPermissions }])
  const paths = await withConnection(admin, findDocuments)
  const here = { name: 'this checkout', port: (await startServing('data', admin)).port }
  const servers =
    checkout === undefined
      ? [here]
      : [{ name: checkout, port: (await startServing('data', admin, {}, checkout)).port }, here]
  const http = new HttpClient(AT_ONCE)
  const time = async (port: number, path: string) => {
    const began = performance.now()
    await http.ask(port, 'GET', `/api/v2${path}`, headers)
    return performance.now() - began
  }
  const times = new Map<string, number[]>()
  const note = (key: string, ms: number) => times.set(key, [...(times.get(key) ?? []), ms])
  const cases = [
    ...paths.map((path) => [path, [path]] as const),
    [`${AT_ONCE} at once: the last`, paths.slice(0, AT_ONCE)] as const,
  ]
  // The first round fills caches.
  for (let round = -1; round < rounds; round++)
    for (const [name, asked] of cases)
      for (const server of servers) {
        const each = await Promise.all(asked.map((path) => time(server.port, path)))
        if (round >= 0) note(`${name} | ${server.name}`, Math.max(...each))
        await pause(PAUSE_MS)
      }
  http.close()
  process.stdout.write(
    [
      heading(`documents ${rounds} ${checkout ?? ''}`.trim(), await postgresVersion(admin)),
      '| GET | server | p50, ms | p90, ms |',
      '|---|---|---|---|',
      ...[...times].map(
        ([name, all]) =>
          `| ${name} | ${[0.5, 0.9].map((share) => quantile(all, share).toFixed(0)).join(' | ')} |`,
      ),
      '',
    ].join('\n'),
  )
}

async function findDocuments(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ exercice: string; intervention: string; annee: string }>(
    `select (select min(id) from app.exercices where sis_key = 'hs') as exercice,
            (select min(id) from app.interventions where sis_key = 'hs') as intervention,
            (select max(exercice_comptable_id) from app.interventions where sis_key = 'hs') as annee`,
  )
  const { exercice = '', intervention = '', annee = '' } = rows[0] ?? {}
  return [
    `/interventions/${intervention}/rapport`,
    `/exercices/${exercice}/convocation.pdf`,
    `/statistiques/${annee}/export?format=xlsx`,
    `/statistiques/${annee}/rapport`,
  ]
}

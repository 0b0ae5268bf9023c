import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { addCell } from '../../../src/db/cells/add_cell.ts'
import type { Reach } from '../../../src/db/cells/cell.ts'
import { unwatched } from '../../../src/process/progress.ts'
import { type OwnPostgres, startOwnPostgres } from '../../faults/own_postgres.ts'
import { passwords } from '../../support/cluster.ts'

/** Two cells of PostgreSQL servers of their own: `principale` with the accounts and the demo, and `sud`, empty. */
export interface TwoCells {
  first(): OwnPostgres
  second(): OwnPostgres
  /** How commands reach them. */
  reach: Reach
}

const log = pino({ level: 'silent' })

/** Makes two cells for one test file. */
export function useTwoCells(): TwoCells {
  const servers: OwnPostgres[] = []
  beforeAll(async () => {
    servers.push(
      ...(await Promise.all([
        startOwnPostgres({ logical: true }),
        startOwnPostgres({ logical: true, empty: true }),
      ])),
    )
    const [first, second] = servers
    if (first && second)
      await addCell(first.urls.admin, { nom: 'sud', url: second.urls.admin, passwords }, log, unwatched)
  }, 120_000)
  afterAll(async () => {
    for (const server of servers) await server.remove()
  })
  const get = (at: number) => {
    const server = servers[at]
    if (server === undefined) throw new Error('the cells are not started yet')
    return server
  }
  return {
    first: () => get(0),
    second: () => get(1),
    reach: ({ comptes }) => get(comptes ? 0 : 1).urls.admin,
  }
}

/** Asks again until a query has this answer, for what arrives by replication. */
export async function eventually(server: OwnPostgres, query: string, expected: unknown): Promise<void> {
  const wanted = JSON.stringify(expected)
  for (let tries = 1; ; tries += 1) {
    const found = JSON.stringify(await server.rows(query))
    if (found === wanted) return
    if (tries === 200) throw new Error(`${query}\n  has: ${found}\n  not: ${wanted}`)
    await pause(50)
  }
}

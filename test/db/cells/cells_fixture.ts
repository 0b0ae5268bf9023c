import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { addCell } from '../../../src/db/cells/add_cell.ts'
import type { Reach } from '../../../src/db/cells/cell.ts'
import { unwatched } from '../../../src/process/progress.ts'
import { type OwnPostgres, startOwnPostgres } from '../../faults/own_postgres.ts'
import { passwords } from '../../support/cluster_templates.ts'
import type { TestDatabase } from '../../support/database.ts'

/** Two cells of PostgreSQL servers of their own: `principale` with the accounts and the demo, and `sud`, empty. */
export interface TwoCells {
  first(): OwnPostgres
  second(): OwnPostgres
  /** How commands reach them. */
  reach: Reach
  /** The address of the accounts for an operator, whose login is the same superuser in both. */
  operator(): string
}

const operator = { username: 'operateur', password: 'mot-de-passe' }

const log = pino({ level: 'silent' })

/** Makes two cells for one test file. */
export function useTwoCells(): TwoCells {
  return useCells(['sud'])
}

/** The same, and a third cell, `ouest`, empty as well. */
export function useThreeCells(): TwoCells & { third(): OwnPostgres } {
  return useCells(['sud', 'ouest'])
}

function useCells(others: string[]): TwoCells & { third(): OwnPostgres } {
  const servers: OwnPostgres[] = []
  beforeAll(async () => {
    servers.push(
      ...(await Promise.all(
        [false, ...others.map(() => true)].map((empty) => startOwnPostgres({ logical: true, empty })),
      )),
    )
    const [first, ...empty] = servers
    for (const server of servers)
      await server.rows(`create role ${operator.username} superuser login password '${operator.password}'`)
    for (const [at, nom] of others.entries())
      await addCell(
        first?.urls.admin ?? '',
        { nom, url: empty[at]?.urls.admin ?? '', passwords },
        log,
        unwatched,
      )
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
    third: () => get(2),
    reach: ({ nom }) => get(['principale', ...others].indexOf(nom)).urls.admin,
    operator: () => Object.assign(new URL(get(0).urls.admin), operator).href,
  }
}

/** A cell for helpers that want a test database. Every role is one connection, which ends with the file. */
export function useAsDatabase(cell: () => OwnPostgres): TestDatabase {
  const clients = new Map<string, Promise<pg.Client>>()
  const open = async (role: 'admin' | 'owner' | 'auth' | 'api' | 'worker') => {
    const { urls } = cell()
    const client = new pg.Client(role === 'owner' ? urls.admin : urls[role])
    client.on('error', () => undefined)
    await client.connect()
    if (role === 'owner') await client.query('set role caserne_owner')
    return client
  }
  afterAll(async () => {
    for (const client of clients.values()) await (await client).end()
  })
  return {
    name: 'faults',
    get urls() {
      return cell().urls
    },
    as: (role) => {
      const client = clients.get(role) ?? open(role)
      clients.set(role, client)
      return client
    },
  }
}

/** Asks again until a query has this answer, for what arrives by replication. */
export async function eventually(server: OwnPostgres, query: string, expected: unknown): Promise<void> {
  const wanted = JSON.stringify(expected)
  for (let tries = 1; ; tries += 1) {
    const found = JSON.stringify(await server.rows(query))
    if (found === wanted) return
    if (tries === 1_000) throw new Error(`${query}\n  has: ${found}\n  not: ${wanted}`)
    await pause(50)
  }
}

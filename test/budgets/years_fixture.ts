import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll } from 'vitest'
import { Client, requestOf } from '../http/every_operation/client.ts'
import type { Sql } from '../http/samples/sample.ts'
import { useDatabase } from '../support/database.ts'
import { type PlanCost, readCosts } from '../support/plan_costs.ts'
import { useServers } from '../support/servers.ts'
import { allPermissions } from '../support/table.ts'
import { claims, forge } from '../support/tokens.ts'
import type { Case } from './cases.ts'
import { type Effort, measureEffort } from './effort.ts'
import { recordStatements } from './record_statements.ts'
import { writes } from './writes.ts'

/** SIS of years.sql: one as large as the others, and one with three times as much of everything. */
export const [usual, large] = ['sis1', 'sis2']

const ROWS = { [usual]: 8, [large]: 24 }

/** A database with some years of history. */
interface Years {
  /** The statements that the data server sends for each case in a SIS, by the names of the cases. */
  record(cases: Case[], sis: string): Promise<Map<string, pg.QueryConfig>>
  /** The efforts of these statements, with or without the planner's statistics. */
  measure(statements: Map<string, pg.QueryConfig>, how: { analyzed: boolean }): Promise<Map<string, Effort>>
  /** The planner’s estimates for these and for the statements inside them, with or without its statistics. */
  costs(statements: Map<string, pg.QueryConfig>, how: { analyzed: boolean }): Promise<Map<string, PlanCost[]>>
}

/** Prepares a database with some years of history, and the data server. */
export function useYears(years: number): Years {
  const database = useDatabase('template_migrated')
  // The server may not write: its statements are recorded, and run again when they are measured.
  const api = `${database.urls.api}?options=-c%20default_transaction_read_only%3Don`
  const servers = useServers({ urls: { ...database.urls, api } })
  beforeAll(async () => {
    const admin = await database.as('admin')
    await admin.query(`alter database ${database.name} set track_functions = 'all'`)
    await admin.query("select set_config('budgets.years', $1, false)", [String(years)])
    await admin.query(readFileSync(join(import.meta.dirname, 'years.sql'), 'utf8'))
  }, 120_000)

  const sqlIn =
    (sis: string): Sql =>
    async (text, values = []) => {
      const owner = await database.as('owner')
      await owner.query('begin')
      await owner.query('select request.open(null, $1, $2, null)', [sis, allPermissions])
      const dated = values.map((each) => (typeof each === 'string' ? toToday(each) : each))
      const { rows } = await owner.query(toToday(text), dated)
      await owner.query('commit')
      return rows
    }

  // A sapeur with every permission.
  const headersIn = async (sis: string) => {
    const [sapeur] = await sqlIn(sis)('select min(id) as id from app.sapeurs')
    await sqlIn(sis)('update auth.memberships set sapeur_id = null where sapeur_id = $1', [sapeur?.id])
    await sqlIn(sis)(
      `insert into auth.memberships (sis_key, user_id, sapeur_id) values ($1, 1, $2)
       on conflict (sis_key, user_id) do update set sapeur_id = excluded.sapeur_id`,
      [sis, sapeur?.id],
    )
    const data = claims({ permissions: { [sis]: allPermissions }, sapeurs: { [sis]: Number(sapeur?.id) } })
    return { 'sis-key': sis, authorization: `Bearer ${await forge(servers.key, { payload: { data } })}` }
  }

  const statementOf = async (
    client: Client,
    each: Case,
    sis: string,
    headers: Record<string, string>,
  ): Promise<pg.QueryConfig> => {
    const sample = await each.make(sqlIn(sis), ROWS[sis] ?? 0)
    const { body } = sample
    const dated = body && JSON.parse(toToday(JSON.stringify(body)))
    let answer: unknown
    const recorded = await recordStatements(database.name, async () => {
      answer = await client.send(
        requestOf(
          each.operation,
          { ...sample, ...(dated && { body: dated }) },
          { headers: { ...headers, ...sample.headers } },
        ),
      )
    })
    const statement = recorded.find(({ text }) => text.includes(`api.${each.operation.id}(`))
    if (statement === undefined) throw new Error(`${each.name} was answered ${JSON.stringify(answer)}`)
    return statement
  }

  const settle = async (analyzed: boolean) => {
    const admin = await database.as('admin')
    // Rows of samples, and what earlier measures rolled back, would be read again. A few dead entries stay in indexes
    // unless cleaning is asked for: as many as measures were repeated.
    await admin.query(analyzed ? 'vacuum (analyze, index_cleanup on)' : 'vacuum (index_cleanup on)')
    if (!analyzed) await forgetSizes(admin)
  }

  return {
    record: async (cases, sis) => {
      const asking = new Client(servers.urls().data)
      const headers = await headersIn(sis)
      const statements = new Map<string, pg.QueryConfig>()
      for (const each of cases) statements.set(each.name, await statementOf(asking, each, sis, headers))
      asking.close()
      return statements
    },
    measure: async (statements, { analyzed }) => {
      await settle(analyzed)
      const client = new pg.Client(database.urls.api)
      await client.connect()
      try {
        const efforts = new Map<string, Effort>()
        // Rows of rolled-back writes stay in the indexes that reads follow.
        const readsFirst = [...statements].toSorted(([a], [b]) => Number(a in writes) - Number(b in writes))
        for (const [name, statement] of readsFirst) efforts.set(name, await measureEffort(client, statement))
        return efforts
      } finally {
        await client.end()
      }
    },
    costs: async (statements, { analyzed }) => {
      await settle(analyzed)
      const reader = await readCosts(database.urls.admin, 'caserne_api')
      try {
        const costs = new Map<string, PlanCost[]>()
        for (const [name, statement] of statements) {
          await reader.client.query('begin')
          await reader.client.query(statement)
          await reader.client.query('rollback')
          costs.set(name, reader.take())
        }
        return costs
      } finally {
        await reader.end()
      }
    },
  }
}

// Some day, the date of the samples will lie in no open year.
const toToday = (text: string) => text.replaceAll('2026-03-14', new Date().toISOString().slice(0, 10))

// As if the database had never been analyzed or vacuumed.
async function forgetSizes(admin: pg.Client): Promise<void> {
  await admin.query(`
    set allow_system_table_mods = on;
    delete from pg_statistic;
    update pg_class set reltuples = -1, relpages = 0, relallvisible = 0
     where relnamespace::regnamespace::text in ('app', 'audit', 'auth', 'jobs', 'request');
    reset allow_system_table_mods`)
}

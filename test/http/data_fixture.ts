import { type TestDatabase, useDatabase } from '../support/database.ts'
import { type Answer, type Installed, type TestServers, useServers } from '../support/servers.ts'
import { allPermissions } from '../support/table.ts'

/** The caller of the data API: by default the commander of hs, who holds every permission there. */
interface Asking {
  as?: string
  sis?: string
  headers?: Record<string, string>
}

/** The data API on a test database, and a function that sends requests. */
export interface DataApi {
  database: TestDatabase
  servers: TestServers
  /** Sends `GET /sapeurs`, for example, with a body. */
  ask(door: string, body?: unknown, asking?: Asking): Promise<Answer>
  /** Like ask, but only status and body. */
  told(door: string, body?: unknown, asking?: Asking): Promise<[status: number, body: Answer['body']]>
  /** Rows of a statement in a SIS, as the owner with every permission, committed; for preparation only. */
  sql(text: string, values?: unknown[], sis?: string): Promise<Record<string, unknown>[]>
}

/** Starts the data API for one test file. */
export function useDataApi(
  env: Record<string, string> = {},
  database = useDatabase(),
  installed: Installed = {},
): DataApi {
  const servers = useServers(database, env, installed)
  const ask: DataApi['ask'] = (door, body, { as = 'commandant@example.org', sis = 'hs', headers } = {}) => {
    const [method = '', path = ''] = door.split(' ')
    const how = { method, as, sis, ...(headers && { headers }), ...(body !== undefined && { body }) }
    return servers.data(`/api/v2${path}`, how)
  }
  return {
    database,
    servers,
    ask,
    told: async (...asked) => {
      const { status, body } = await ask(...asked)
      return [status, body]
    },
    sql: async (text, values = [], sis = 'hs') => {
      const owner = await database.as('owner')
      await owner.query('begin')
      await owner.query('select request.open(null, $1, $2, null)', [sis, allPermissions])
      try {
        const { rows } = await owner.query(text, values)
        await owner.query('commit')
        return rows
      } catch (error) {
        await owner.query('rollback')
        throw error
      }
    },
  }
}

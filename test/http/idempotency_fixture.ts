import { useDatabase } from '../support/database.ts'
import { type Answer, type Ask, useServers } from '../support/servers.ts'

/** The data API of one test file, asked with Idempotency-Keys. */
export function useKeys() {
  const database = useDatabase()
  const servers = useServers(database)
  const commandant = { as: 'commandant@example.org', sis: 'hs' }
  let nth = 0
  const send = (door: string, key: string, body?: unknown, ask: Ask = commandant): Promise<Answer> => {
    const [method = '', path] = door.split(' ')
    return servers.data(`/api/v2${path}`, { ...ask, method, body, headers: { 'idempotency-key': key } })
  }
  return {
    ...{ database, servers, commandant, send },
    /** A key that no other request of the file has. */
    newKey: () => `cle-${++nth}`,
    post: (path: string, key: string, body: unknown, ask?: Ask) => send(`POST ${path}`, key, body, ask),
  }
}

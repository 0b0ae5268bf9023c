import { accepted } from './accepted.ts'
import { withConnection } from './connection.ts'
import { heading } from './heading.ts'
import { differences } from './peers/differences.ts'
import { preparePeers } from './peers/prepare.ts'
import { compared, type Side, takeTurns, turnsTable } from './peers/turns.ts'
import { postgresVersion } from './setting.ts'
import type { Part } from './wrk.ts'

const CONNECTIONS = 8
const READS = 9
const texts = ['Cave pompée', 'Cave pompée, puis séchée']

/**
 * Compares a list with that of PostGraphile while one request in ten writes to one of its rows.
 * @param seconds length of each measure, repeated for `rounds`
 */
export async function benchMixed(seconds: number, rounds: number): Promise<void> {
  const { admin, lists } = await preparePeers('S')
  const [our, their] = ['REST, all fields', 'PostGraphile, all fields'].map((wanted) =>
    lists.find(({ name }) => name === wanted),
  )
  if (our === undefined || their === undefined) throw new Error('the peers have no such list')
  const sis = our.headers?.['sis-key'] ?? ''
  const ids = await withConnection(admin, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `select i.id::integer
         from (select * from app.interventions
                where sis_key = $1
                order by date_debut desc, heure_debut desc, id desc
                limit 20) i
        where i.statut < 3`,
      [sis],
    )
    return rows.map(({ id }) => id)
  })
  const sides = [
    mixed(our, ids, (id, description) => ({
      method: 'PUT',
      path: `/api/v2/interventions/${id}`,
      body: { description },
    })),
    mixed(their, ids, (id, description) => ({
      method: 'POST',
      body: { query: mutation(sis, id, description) },
    })),
  ]
  process.stdout.write(heading(`mixed ${seconds} ${rounds}`, await postgresVersion(admin)) + differences)
  const turns = await takeTurns(admin, sides, { connections: CONNECTIONS, seconds, rounds })
  const columns = 'server | per second, median | range | p50, ms | p99, ms | server, ms | PostgreSQL, ms'
  process.stdout.write(
    `\n### 20 interventions, one request in ten a write, Accept-Encoding: ${accepted['accept-encoding']}\n\n` +
      `${turnsTable(turns, columns)}\n${compared(turns, our.name, their.name)}`,
  )
}

// Each write changes another row than the one before, and its text each time.
function mixed(list: Side, ids: number[], write: (id: number, text: string) => Part): Side {
  const { method = 'GET', bodies: [body] = [] } = list
  const reads = Array<Part>(READS).fill({ method, ...(body && { body }) })
  return { ...list, parts: texts.flatMap((text) => ids.flatMap((id) => [...reads, write(id, text)])) }
}

function mutation(sis: string, id: number, description: string): string {
  const patch = `{ description: ${JSON.stringify(description)} }`
  return `mutation { updateInterventionBySisKeyAndRowId(input: { sisKey: "${sis}", rowId: "${id}", interventionPatch: ${patch} }) { intervention { rowId } } }`
}

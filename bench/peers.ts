import { accepted, plain } from './accepted.ts'
import type { Size } from './data/sizes.ts'
import { heading } from './heading.ts'
import { signIns } from './peers/better_auth.ts'
import { differences } from './peers/differences.ts'
import type { List } from './peers/lists.ts'
import { preparePeers } from './peers/prepare.ts'
import { compared, takeTurns, turnsTable } from './peers/turns.ts'
import { postgresVersion } from './setting.ts'

const CONNECTIONS = 8
const columns = 'per second, median | range | p50, ms | p99, ms | server, ms | PostgreSQL, ms'

/**
 * Compares a list and the sign-in with those of Directus, PostGraphile and better-auth, over the same rows.
 * @param seconds length of each measure, repeated for `rounds`
 */
export async function benchPeers(seconds: number, rounds: number, size: Size): Promise<void> {
  const { admin, ours, lists, bytes } = await preparePeers(size)
  process.stdout.write(
    heading(`peers ${seconds} ${rounds} ${size}`, await postgresVersion(admin)) + differences,
  )
  for (const encodings of [accepted, plain])
    process.stdout.write(await compareRates(admin, lists, bytes, { seconds, rounds, encodings }))
  const sides = await signIns(admin, ours)
  for (const connections of [1, CONNECTIONS]) {
    // A sign-in takes a hundred times as long as a list.
    const turns = await takeTurns(admin, sides, { connections, seconds: 2 * seconds, rounds })
    const [our = '', their = ''] = Object.keys(turns)
    process.stdout.write(
      `\n### Sign-in, ${connections === 1 ? 'one connection' : `${connections} connections`}\n\n` +
        `${turnsTable(turns, `server | ${columns}`)}\n${compared(turns, our, their)}`,
    )
  }
}

async function compareRates(
  admin: string,
  lists: List[],
  bytes: Record<string, string>,
  how: { seconds: number; rounds: number; encodings: Record<string, string> },
): Promise<string> {
  const { encodings, ...times } = how
  const sides = lists.map((list) => ({ ...list, headers: { ...list.headers, ...encodings } }))
  const turns = await takeTurns(admin, sides, { connections: CONNECTIONS, ...times })
  const quotients = [
    ['REST, all fields', 'Directus, all fields'],
    ['REST, all fields', 'Directus, six fields'],
    ['REST, all fields', 'PostGraphile, all fields'],
    ['REST, all fields', 'PostGraphile, six fields'],
    ['REST, all fields, rebuilt', 'Directus, all fields'],
    ['REST, all fields, rebuilt', 'PostGraphile, all fields'],
    ['GraphQL, all fields', 'PostGraphile, all fields'],
    ['GraphQL, six fields', 'PostGraphile, six fields'],
  ].map(([our = '', their = '']) => compared(turns, our, their))
  return (
    `\n### 20 interventions of one SIS, ${CONNECTIONS} connections, Accept-Encoding: ${encodings['accept-encoding']}\n\n` +
    `${turnsTable(turns, `server | ${columns} | bytes plain`, bytes)}\n${quotients.join('')}`
  )
}

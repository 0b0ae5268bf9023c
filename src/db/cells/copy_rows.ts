import { pipeline } from 'node:stream/promises'
import pg, { escapeIdentifier, escapeLiteral } from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Step } from '../../process/progress.ts'
import { plainValues } from '../archive/carried_tables.ts'
import { CONNECT_MS, connect } from '../connect.ts'
import { newClient } from '../new_client.ts'
import { ofCell, type Stream } from './cell.ts'
import type { MovedTable } from './moved_tables.ts'
import { admitFollower, dropSlot, ensurePublished, type Side, subscribe } from './replicate.ts'

/**
 * Copies rows to another cell, which follows their changes from then on. All of it is one transaction there: while there
 * is no subscription, there are no rows. PostgreSQL would copy each table by a worker of its own, of which it has four
 * for all subscriptions.
 * @throws in French when the other cell refuses a row
 */
export async function copyAndFollow(
  target: Side,
  source: Side,
  stream: Stream,
  tables: MovedTable[],
  step: Step,
): Promise<void> {
  await ensurePublished(source.client, stream)
  const password = await admitFollower(source, stream)
  await dropSlot(source.client, stream.name)
  const clients: pg.Client[] = []
  const open = async (client: pg.Client) => {
    client.on('error', () => undefined)
    clients.push(client)
    return client
  }
  try {
    const slots = await open(
      newClient({ connectionString: source.url, connectionTimeoutMillis: CONNECT_MS, ...forReplication }),
    )
    await slots.connect()
    const snapshot = await makeSlot(slots, stream.name)
    const reader = await open(await connect(source.url, { whose: ofCell(source.cell.nom) }))
    await reader.query('begin isolation level repeatable read, read only')
    await reader.query(`set transaction snapshot ${escapeLiteral(snapshot)}`)
    await reader.query(plainValues)
    const writer = await open(await connect(target.url, { whose: ofCell(target.cell.nom) }))
    await beginCopy(writer, stream.name)
    for (const table of tables) {
      step(table.name, tables.length)
      await copyTable(reader, writer, table, target)
    }
    await subscribe(writer, source, stream, password)
    await writer.query('select pg_replication_origin_session_reset()')
    await writer.query('commit')
    await writer.query('select pg_replication_origin_drop($1)', [stream.name])
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

// An option of the protocol that the types of pg leave out.
const forReplication = { replication: 'database' } as pg.ClientConfig

// The slot begins where the snapshot ends, which holds until this connection is used again. Commands of the replication
// protocol are in capitals.
async function makeSlot(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ snapshot_name: string }>(
    `CREATE_REPLICATION_SLOT ${escapeIdentifier(name)} LOGICAL pgoutput (SNAPSHOT 'export')`,
  )
  const snapshot = rows[0]?.snapshot_name
  if (snapshot === undefined) throw new Error(`PostgreSQL n’a pas donné d’instantané (${name}).`)
  return snapshot
}

// As a subscription would write them: triggers for replicated rows ask whether the session has an origin.
async function beginCopy(writer: pg.Client, name: string): Promise<void> {
  await writer.query(
    `select pg_replication_origin_create($1) where not exists (select from pg_replication_origin where roname = $1)`,
    [name],
  )
  await writer.query('select pg_replication_origin_session_setup($1)', [name])
  await writer.query('begin')
  await writer.query(plainValues)
  await writer.query('set local session_replication_role = replica')
}

async function copyTable(
  reader: pg.Client,
  writer: pg.Client,
  { name, columns, where }: MovedTable,
  { cell }: Side,
): Promise<void> {
  const list = ['sis_key', ...columns].map(escapeIdentifier).join(', ')
  const rows = reader.query(to(`copy (select ${list} from ${name} where ${where}) to stdout`))
  try {
    await pipeline(rows, writer.query(from(`copy ${name} (${list}) from stdin`)))
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new Error(`La cellule ${cell.nom} refuse les lignes de ${name} : ${error.message}`)
  }
}

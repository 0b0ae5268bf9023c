import pg from 'pg'
import { connect } from './connect.ts'

const AT_ONCE_MS = 5_000
const LIMIT_MS = 600_000

/**
 * Does what changes roles or schema of a database while nobody else does: another one waits.
 *
 * The lock is the one that `comment on database` takes until its transaction ends: only whoever owns the database can hold it. An
 * advisory lock could be held by anyone who may connect; and in an empty database there is no row to lock.
 * @param url as a login that owns the database, or is a member of the role that does.
 * @param onWait told every few seconds while another one is at it.
 * @throws when the other one has not ended after ten minutes.
 */
export async function alone<T>(url: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  const client = await connect(url)
  // When this connection breaks the work goes on: each of its steps is a transaction.
  client.on('error', () => undefined)
  try {
    await lock(client, onWait)
    return await work()
  } finally {
    // The comment is taken back.
    await client.end()
  }
}

async function lock(client: pg.Client, onWait: () => void): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const database = client.escapeIdentifier(rows[0]?.name ?? '')
  await client.query(`set idle_in_transaction_session_timeout = 0; set lock_timeout = ${AT_ONCE_MS}`)
  const end = Date.now() + LIMIT_MS
  for (;;) {
    await client.query('begin')
    try {
      await client.query(`comment on database ${database} is null`)
      return
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof pg.DatabaseError) || error.code !== '55P03') throw error
      if (Date.now() > end)
        throw new Error(
          'Une autre migration de cette base dure depuis plus de dix minutes : vérifiez-la, puis relancez.',
        )
      onWait()
    }
  }
}

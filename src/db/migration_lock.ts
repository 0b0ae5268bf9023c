import pg from 'pg'
import { connect } from './connect.ts'

const AT_ONCE_MS = 5_000
const LIMIT_MS = 600_000

/**
 * Runs work that changes roles or schema of a database, one run at a time: others wait.
 *
 * The lock is the one that `comment on database` takes until its transaction ends, because only the owner of the
 * database can take it. Anyone who may connect could take an advisory lock, and an empty database has no row to lock.
 * @param url the address of a login that owns the database, or is a member of the owning role.
 * @param onWait called every few seconds while another run is under way.
 * @throws when the other run has not ended after ten minutes.
 */
export async function alone<T>(url: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  const client = await connect(url)
  // The work goes on if this connection breaks: each of its steps is a transaction.
  client.on('error', () => undefined)
  try {
    await lock(client, onWait)
    return await work()
  } finally {
    // The rollback takes the comment back.
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

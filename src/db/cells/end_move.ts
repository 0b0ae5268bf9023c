import { DatabaseError, escapeIdentifier } from 'pg'
import { awaitOldTransactions, until } from './await_changes.ts'
import { openIn } from './fence_sis.ts'
import { carryJobs } from './move_jobs.ts'
import type { MoveSides } from './move_sides.ts'
import { moveName } from './moved_tables.ts'
import { dropLogin, dropSlot, type Side, unfollow } from './replicate.ts'
import { awaitHome, awaitLeft } from './switch_home.ts'

/**
 * Does what is left once the SIS lives in its new cell: its mailboxes are read there, its jobs come along, and the
 * stream ends. May be run again; the publication goes last, and says until then that something is left.
 * @returns how many jobs were carried
 */
export async function endMove(sides: MoveSides): Promise<number> {
  const { sis, accounts, source, target } = sides
  await awaitHome(target, sis)
  await target.client.query(
    'select jobs.ask_releve(r.sis_key, r.messagerie_id) from jobs.releves r where r.sis_key = $1 and r.active',
    [sis],
  )
  // Reports that came while it was closed.
  await target.client.query('select jobs.ask_reports()')
  await awaitLeft(source, sis)
  if (source === accounts) {
    await awaitOldTransactions(accounts)
    await openIn(accounts, sis)
  }
  const carried = await carryJobs(sides)
  await endStream(target, source, sis)
  return carried
}

/** Removes subscription, slot, login and publication of a move. */
export async function endStream(target: Side | null, source: Side, sis: string): Promise<void> {
  const name = moveName(sis)
  if (target !== null) {
    await unfollow(target.client, source.client, name)
    await dropOrigin(target, name)
  }
  await dropSlot(source.client, name)
  await dropLogin(source.client, name)
  await source.client.query(`drop publication if exists ${escapeIdentifier(name)}`)
}

// Left where the copy was interrupted. Its session may be about to end.
async function dropOrigin({ client }: Side, name: string): Promise<void> {
  const drop = () =>
    client.query(
      'select pg_replication_origin_drop(o.roname) from pg_replication_origin o where o.roname = $1',
      [name],
    )
  await until(
    () =>
      drop().then(
        () => true,
        (error: unknown) => {
          if (error instanceof DatabaseError && error.code === '55006') return false
          throw error
        },
      ),
    `La copie du SIS tient encore dans la base cible (${name}).`,
  )
}

import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { notReceiving } from './reception.ts'
import { requireRunning, type Side } from './replicate.ts'

const LOOK_MS = 5
const PATIENCE_MS = 60_000
/** How long a closed SIS may wait for what is on its way. */
export const CLOSED_MS = 15_000

/** Asks again until a question is answered with yes. @throws an error with this message, in French, after a minute */
export async function until(
  ask: () => Promise<boolean>,
  message: string,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  for (const end = performance.now() + patienceMs; !(await ask()); await pause(LOOK_MS))
    if (performance.now() > end) throw new Error(message)
}

/** Waits until the subscriber has on disk all that the publisher has written until now. @returns ms that it took */
export async function awaitApplied(
  publisher: pg.Client,
  subscriber: Side,
  name: string,
  patienceMs = PATIENCE_MS,
): Promise<number> {
  const began = performance.now()
  // A commit of its own: what others have written last may not be on disk yet, and is not sent before.
  const { rows } = await publisher.query<{ lsn: string }>(
    `select pg_logical_emit_message(true, 'caserne', '') as lsn`,
  )
  const lsn = rows[0]?.lsn
  let looked = 0
  await until(
    async () => {
      looked += 1
      if (looked % 20 === 0) await requireRunning(subscriber.client, subscriber.cell, name)
      const slot = await publisher.query<{ applied: boolean }>(
        'select confirmed_flush_lsn >= $2 as applied from pg_replication_slots where slot_name = $1',
        [name, lsn],
      )
      if (slot.rowCount === 0)
        throw new Error(
          `Le slot de réplication ${name} a disparu : annulez le déménagement, et recommencez-le.`,
        )
      return slot.rows[0]?.applied === true
    },
    `La cellule ${subscriber.cell.nom} ne suit pas : elle n’a pas reçu à temps ce qui était écrit (${name}).`,
    patienceMs,
  )
  return performance.now() - began
}

/** Waits until cells have received all that the accounts' database has written until now. A beat shows that. */
export async function awaitAccounts(accounts: Side, cells: Side[]): Promise<void> {
  const followers = [...new Set(cells)].filter((cell) => cell !== accounts)
  if (followers.length === 0) return
  const { rows } = await accounts.client.query<{ beat: string }>(
    'update auth.battements set numero = numero + 1, battu_at = clock_timestamp() returning numero as beat',
  )
  await Promise.all(
    followers.map(({ client, cell }) =>
      until(
        async () => {
          const { rowCount } = await client.query('select from request.cellule where battement >= $1', [
            rows[0]?.beat,
          ])
          return rowCount === 1
        },
        notReceiving(cell.nom),
        CLOSED_MS,
      ),
    ),
  )
}

/** Waits until no transaction of a server or worker is left that began before now: it could still believe what it saw. */
export async function awaitOldTransactions({ client, cell }: Side): Promise<void> {
  const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
  await until(async () => {
    const left = await client.query(
      `select from pg_stat_activity a
          where a.datname = current_database() and a.backend_type = 'client backend' and a.pid <> pg_backend_pid()
            and a.xact_start < $1 and not pg_has_role(a.usesysid, 'caserne_analyst', 'member')`,
      [rows[0]?.now],
    )
    return left.rowCount === 0
  }, `Une transaction de la cellule ${cell.nom} dure depuis plus d’une minute. Relancez la commande quand elle sera finie.`)
}

import pg from 'pg'
import { lossOf } from '../db/connection_errors.ts'
import { openOwner } from '../db/open_owner.ts'
import type { Setting } from '../process/setting.ts'

/**
 * Calls a function of the database as caserne_owner, and returns its answer.
 * @param call e.g. `auth.set_admin($1, $2)`
 * @param refusals the French sentence for each violated constraint, by its name.
 * @throws in French: the sentence of a refusal (PTnnn) as it is; any other message of the database after a preface.
 */
export function askOwner<T>(
  setting: Setting,
  call: string,
  values: (string | boolean | number | Buffer | null)[],
  refusals: Record<string, string> = {},
): Promise<T | undefined> {
  return workAsOwner(
    setting,
    async (owner) => (await owner.query<{ answer: T }>(`select ${call} as answer`, values)).rows[0]?.answer,
    refusals,
  )
}

/**
 * Works as caserne_owner in one transaction, for commands that need more than one statement. Parameters and errors as
 * in askOwner.
 */
export async function workAsOwner<T>(
  setting: Setting,
  work: (owner: pg.Client) => Promise<T>,
  refusals: Record<string, string> = {},
): Promise<T> {
  const owner = await openOwner(setting)
  // After a failure the program ends, and closes the connection.
  try {
    await owner.query('begin')
    const result = await work(owner)
    await owner.query('commit')
    return result
  } catch (error) {
    throw inFrench(error, refusals)
  }
}

/** The error of a command, in French. @param refusals as in askOwner */
export function inFrench(error: unknown, refusals: Record<string, string>): Error {
  if (!(error instanceof pg.DatabaseError) && lossOf(error) === null && error instanceof Error) return error
  // An error that is not the database's own means a broken connection, as 57P does.
  const { code = '', constraint = '', message } = error instanceof pg.DatabaseError ? error : { code: '57P' }
  if (code.startsWith('57P')) return new Error('La base de données s’est arrêtée : relancez la commande.')
  // lock not available, deadlock detected
  if (code === '55P03' || code === '40P01')
    return new Error('Une autre session retient ce que la commande change : rien n’est changé. Relancez-la.')
  if (code.startsWith('PT')) return new Error(message)
  return new Error(refusals[constraint] ?? `La base de données a refusé : ${message} (${code})`)
}

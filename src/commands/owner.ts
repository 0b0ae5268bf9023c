import pg from 'pg'
import { openOwner } from '../db/open_owner.ts'
import type { Setting } from '../process/setting.ts'

/**
 * What a function of the database answers to caserne_owner.
 * @param call e.g. `auth.set_admin($1, $2)`
 * @param refusals what to say when a constraint of this name is violated.
 * @throws in French: a refusal of ours as it is, else what the database said behind a sentence that tells so.
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
 * Works as caserne_owner in one transaction, for commands that make more than one statement.
 * @param refusals, @throws as askOwner.
 */
export async function workAsOwner<T>(
  setting: Setting,
  work: (owner: pg.Client) => Promise<T>,
  refusals: Record<string, string> = {},
): Promise<T> {
  const owner = await openOwner(setting)
  // Where it fails the program ends, and the connection with it.
  try {
    await owner.query('begin')
    const result = await work(owner)
    await owner.query('commit')
    return result
  } catch (error) {
    throw inFrench(error, refusals)
  }
}

function inFrench(error: unknown, refusals: Record<string, string>): Error {
  // Else it is the connection that broke; so it is with 57P.
  const { code = '', constraint = '', message } = error instanceof pg.DatabaseError ? error : { code: '57P' }
  if (code.startsWith('57P')) return new Error('La base de données s’est arrêtée : relancez la commande.')
  if (code.startsWith('PT')) return new Error(message)
  return new Error(refusals[constraint] ?? `La base de données a refusé : ${message} (${code})`)
}

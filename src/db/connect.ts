import type pg from 'pg'
import { errorText } from '../text/error_text.ts'
import { newClient } from './new_client.ts'

/** How long a command waits for a connection: a frozen server accepts it and never answers. */
export const CONNECT_MS = 10_000

/** Options for a command's connection. */
interface Connecting {
  /** Names the database in French if there are several: `de la cellule sud`. */
  whose?: string | undefined
  /** How long each statement may take; by default without a limit. */
  answerMs?: number
}

/** Connects to the database at an address. @throws the error of `unreachable`, after 10 s at the latest. */
export async function connect(url: string, { whose, answerMs }: Connecting = {}): Promise<pg.Client> {
  const client = newClient({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    ...(answerMs !== undefined && { query_timeout: answerMs }),
  })
  await client.connect().catch((cause: unknown) => {
    throw unreachable(cause, whose)
  })
  return client
}

/**
 * The error, in French, for a connection that failed. Sockets and servers report it in English.
 * @param whose as in `Connecting`
 */
export function unreachable(cause: unknown, whose?: string): Error {
  const database = whose === undefined ? 'La base de données' : `La base de données ${whose}`
  const text = errorText(cause).trim()
  const reason = text === 'timeout expired' ? 'elle ne répond pas' : text
  return new Error(`${database} n’est pas joignable : ${reason}`, { cause })
}

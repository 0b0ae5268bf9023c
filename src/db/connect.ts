import type pg from 'pg'
import { errorText } from '../text/error_text.ts'
import { newClient } from './new_client.ts'

/** Connects to the database at an address. @throws the error of `unreachable`. */
export async function connect(url: string): Promise<pg.Client> {
  const client = newClient(url)
  await client.connect().catch((cause: unknown) => {
    throw unreachable(cause)
  })
  return client
}

/** The error, in French, for a connection that failed. Sockets and servers report it in English. */
export function unreachable(cause: unknown): Error {
  return new Error(`La base de données n’est pas joignable : ${errorText(cause).trim()}`, { cause })
}

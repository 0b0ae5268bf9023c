import pg from 'pg'
import { errorText } from '../text/error_text.ts'

/** A connection to the database at an address. @throws as `unreachable` has it. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect().catch((cause: unknown) => {
    throw unreachable(cause)
  })
  return client
}

/** What to say of a connection that could not be made; sockets and servers say it in English. */
export function unreachable(cause: unknown): Error {
  return new Error(`La base de données n’est pas joignable : ${errorText(cause).trim()}`, { cause })
}

import pg from 'pg'

/**
 * Options of every connection to the database: after 10 s of silence the operating system asks whether the other end
 * still lives, and ends the connection when ten questions, a second apart, stay without an answer. A process that is
 * only frozen still answers: a session that may wait for it needs `query_timeout` too.
 */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/** A client that is not connected yet. */
export function newClient(options: string | pg.ClientConfig): pg.Client {
  return new pg.Client({
    ...(typeof options === 'string' ? { connectionString: options } : options),
    ...keptAlive,
  })
}

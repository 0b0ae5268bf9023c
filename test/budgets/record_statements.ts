import pg from 'pg'

/** The statements that this process sends to a database during some work, with their values. */
export async function recordStatements(
  database: string,
  work: () => Promise<unknown>,
): Promise<pg.QueryConfig[]> {
  const recorded: pg.QueryConfig[] = []
  const record = (client: pg.Client, statement: unknown) => {
    const hasText = typeof statement === 'object' && statement !== null && 'text' in statement
    if (hasText && client.database === database) recorded.push({ ...(statement as pg.QueryConfig) })
  }
  listening.add(record)
  pg.Client.prototype.query = recording
  try {
    await work()
  } finally {
    listening.delete(record)
    if (listening.size === 0) pg.Client.prototype.query = query
  }
  return recorded
}

const { query } = pg.Client.prototype
const listening = new Set<(client: pg.Client, statement: unknown) => void>()

const recording = function (this: pg.Client, ...asked: unknown[]) {
  for (const record of listening) record(this, asked[0])
  return Reflect.apply(query, this, asked)
} as typeof query

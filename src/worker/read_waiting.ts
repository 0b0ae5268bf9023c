import { newClient } from '../db/new_client.ts'

const PATIENCE_MS = 5_000

// The answer of jobs.due_jobs, and of jobs.untried_for.
interface State {
  jobs: { waiting: number; oldest: number }
  untried: number | null
}

/**
 * Returns for how many milliseconds the oldest job of these tasks has waited that a worker could take; 0 if none waits.
 * Asks by a connection of its own, because a pool may be what is stuck.
 */
export async function readWaiting(url: string, tasks: string[]): Promise<number> {
  const { jobs } = await ask<Pick<State, 'jobs'>>(url, 'select jobs.due_jobs($1) as jobs', tasks)
  return jobs.oldest * 1_000
}

/** Returns readWaiting for an address of the database, with one connection at a time, however many runners ask. */
export function readWaitingInTurn(url: string): (tasks: string[]) => Promise<number> {
  let last: Promise<unknown> = Promise.resolve()
  return (tasks) => {
    const next = last.then(() => readWaiting(url, tasks))
    last = next.catch(() => undefined)
    return next
  }
}

/** Returns the jobs of these tasks that wait, and since when no mailbox was tried. Asks as readWaiting does. */
export function readState(url: string, tasks: string[]): Promise<State> {
  return ask(url, 'select jobs.due_jobs($1) as jobs, jobs.untried_for() as untried', tasks)
}

async function ask<Row extends object>(url: string, text: string, tasks: string[]): Promise<Row> {
  const client = newClient({
    connectionString: url,
    application_name: 'caserne pulse',
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Row>(text, [tasks])
    const [row] = rows
    if (row === undefined) throw new Error('the database returned no row')
    return row
  } finally {
    // Nobody waits: a frozen database does not answer.
    void client.end().catch(() => undefined)
  }
}

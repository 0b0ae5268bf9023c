import type pg from 'pg'
import { connect } from '../connect.ts'

/**
 * Works with a superuser's connection, which neither policies nor guards hold back.
 * @param whose whose database it is, for the message when it is away
 * @throws in French when the address is not a superuser's
 */
export async function withSuperuser<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  whose?: string,
): Promise<T> {
  const client = await connect(url, { whose })
  // The statement that a broken connection interrupts reports the error.
  client.on('error', () => undefined)
  try {
    // Subscriptions hold passwords, and PostgreSQL would log their statements.
    await client
      .query(
        `set log_statement = none; set log_min_duration_statement = -1; set log_min_error_statement = panic`,
      )
      .catch(() => undefined)
    const { rows } = await client.query<{ super: boolean }>(
      'select rolsuper as super from pg_roles where rolname = current_user',
    )
    if (rows[0]?.super !== true)
      throw new Error(
        `Les cellules se répliquent : il faut un superutilisateur de PostgreSQL (${client.host}:${client.port}).`,
      )
    return await work(client)
  } finally {
    await client.end()
  }
}

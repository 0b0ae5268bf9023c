import { type Client, escapeIdentifier } from 'pg'

/** The role that applies what arrives by replication. Nobody logs in as it: it has no password. */
const RECEIVER = 'caserne_reception'

/**
 * Gives a subscription of a cell to a role that is no superuser. Triggers on tables of caserne_owner run with the rights
 * of the subscription's owner: code that caserne_owner may change would run as a superuser otherwise. The role may do what
 * caserne_owner may, past the policies of SIS. Up to PostgreSQL 15 only superusers may own subscriptions.
 */
export async function handOver(client: Client, subscription: string): Promise<void> {
  const { rows } = await client.query<{ known: boolean; possible: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as known,
            current_setting('server_version_num')::int >= 160000 and not request.is_rapport() as possible`,
    [RECEIVER],
  )
  const [{ known, possible } = { known: false, possible: false }] = rows
  if (!possible) return
  // PostgreSQL starts its workers only as roles that may log in.
  if (!known) await client.query(`create role ${RECEIVER} login bypassrls password null`)
  await client.query(`grant caserne_owner to ${RECEIVER}`)
  // Triggers that follow replicated rows ask for the one, and set the other (request.begin_replicated).
  await client.query(
    `grant execute on function pg_catalog.pg_replication_origin_session_is_setup() to ${RECEIVER}`,
  )
  await client.query(`grant set on parameter session_replication_role to ${RECEIVER}`)
  await client.query(`alter subscription ${escapeIdentifier(subscription)} owner to ${RECEIVER}`)
}

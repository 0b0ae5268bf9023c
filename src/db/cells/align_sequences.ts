import type pg from 'pg'
import { asReplica } from './as_replica.ts'
import type { MoveSides } from './move_sides.ts'
import { accountResources, type MovedTable } from './moved_tables.ts'

// The accounts write entries of the journal while the SIS lives elsewhere. So the journal goes on far from the ids that
// the other cell may still give during the move.
const JOURNAL_AHEAD = 100_000_000n
// Other SIS of the target take ids while its sequence is set.
const NEAR = 1_000n

/**
 * Sets the identities of the target ahead of the source. Ids are unique within a SIS only, so it is enough that none is
 * given twice to the SIS that moves.
 * @param journalAhead whether the journal goes on far ahead, once a move
 */
export async function alignSequences(
  { source, target }: Pick<MoveSides, 'source' | 'target'>,
  tables: MovedTable[],
  journalAhead: boolean,
): Promise<void> {
  const sequences = tables.flatMap(({ name, identity }) =>
    identity === null ? [] : [{ name, sequence: identity.sequence }],
  )
  const names = sequences.map(({ sequence }) => sequence)
  const [old, now] = await Promise.all([source, target].map(({ client }) => readLast(client, names)))
  const raised = sequences.flatMap(({ name, sequence }) => {
    const last = old?.get(sequence) ?? 0n
    const own = now?.get(sequence) ?? 0n
    if (journalAhead && name === 'audit.journal')
      return [{ sequence, value: (last > own ? last : own) + JOURNAL_AHEAD }]
    if (last <= own) return []
    return [{ sequence, value: last - own < NEAR && own > 0n ? last + NEAR : last }]
  })
  await target.client.query(
    'select setval(s.name::regclass, s.value) from unnest($1::text[], $2::bigint[]) as s (name, value)',
    [raised.map(({ sequence }) => sequence), raised.map(({ value }) => String(value))],
  )
}

async function readLast(client: pg.Client, names: string[]): Promise<Map<string, bigint>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    'select s.name, pg_sequence_last_value(s.name::regclass)::text as last from unnest($1::text[]) as s (name)',
    [names],
  )
  return new Map(rows.map(({ name, last }) => [name, BigInt(last ?? 0)]))
}

/**
 * Gives new ids to entries of the journal about accounts whose ids the SIS has given elsewhere. Nothing refers to them.
 * @returns how many there were
 */
export async function renumberEntries({ sis, source, target }: MoveSides): Promise<number> {
  const kept = await accountResources(target.client)
  const { rows } = await target.client.query<{ id: string }>(
    'select id from audit.journal where sis_key = $1 and ressource = any ($2)',
    [sis, kept],
  )
  const clashing = await source.client.query<{ id: string }>(
    'select id from audit.journal where sis_key = $1 and id = any ($2) and ressource <> all ($3)',
    [sis, rows.map(({ id }) => id), kept],
  )
  if (clashing.rows.length === 0) return 0
  // The journal refuses changes. This one changes nothing that it says.
  return await asReplica(target.client, async () => {
    const { rowCount } = await target.client.query(
      'update audit.journal set id = default where sis_key = $1 and id = any ($2) and ressource = any ($3)',
      [sis, clashing.rows.map(({ id }) => id), kept],
    )
    return rowCount ?? 0
  })
}

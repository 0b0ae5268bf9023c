import { escapeIdentifier } from 'pg'
import { asReplica } from './as_replica.ts'
import type { MoveSides } from './move_sides.ts'
import { type MovedTable, PEOPLE } from './moved_tables.ts'

/**
 * Brings the people as the accounts know them (auth.sapeurs) to the new cell, which will publish them to the accounts.
 * The subscription does not bring them: a cell would publish each change that it receives, and an older one would
 * arrive after a newer one. The accounts' own database has them.
 */
export async function movePersonnes(
  { sis, accounts, source, target }: MoveSides,
  { columns }: MovedTable,
): Promise<void> {
  if (target === accounts) return
  const { rows } = await source.client.query<{ people: string }>(
    `select coalesce(json_agg(s), '[]')::text as people from ${PEOPLE} s where s.sis_key = $1`,
    [sis],
  )
  const people = rows[0]?.people ?? '[]'
  const names = ['sis_key', ...columns].map(escapeIdentifier)
  const news = names.map((name) => `${name} = excluded.${name}`)
  await asReplica(target.client, async () => {
    await target.client.query(
      `delete from ${PEOPLE} s
        where s.sis_key = $1
          and s.id not in (select p.id from json_populate_recordset(null::${PEOPLE}, $2) p)`,
      [sis, people],
    )
    await target.client.query(
      `insert into ${PEOPLE} (${names.join(', ')}) overriding system value
       select ${names.map((name) => `p.${name}`).join(', ')} from json_populate_recordset(null::${PEOPLE}, $1) p
           on conflict (sis_key, id) do update set ${news.join(', ')}`,
      [people],
    )
  })
}

import { readSharedLists } from '../archive/carried_tables.ts'
import { awaitAccounts } from './await_changes.ts'
import { ofCell } from './cell.ts'
import type { MoveSides } from './move_sides.ts'
import { type MovedTable, moveName, personnesTable } from './moved_tables.ts'
import { requireReception } from './reception.ts'
import { hasSubscription, type Side } from './replicate.ts'
import { requireWorkers } from './require_workers.ts'

/** Checks both sides before anything is done. @throws in French */
export async function checkMove(
  { sis, accounts, source, target }: MoveSides,
  tables: MovedTable[],
): Promise<void> {
  const [old, now] = await Promise.all([stateOf(source), stateOf(target)])
  if (old.migration !== now.migration)
    throw new Error(
      `La cellule ${source.cell.nom} est à la migration ${old.migration}, ${target.cell.nom} à ${now.migration} : mettez les deux à la même version.`,
    )
  if (old.wal !== 'logical')
    throw new Error(
      `PostgreSQL (${source.cell.nom}) ne réplique pas : lancez « alter system set wal_level = logical », puis redémarrez-le.`,
    )
  for (const side of [source, target]) await requireReception(side)
  // A subscription that stands may still bring nothing.
  await awaitAccounts(accounts, [source, target])
  const lists = await Promise.all([source, target].map(({ client }) => readSharedLists(client)))
  const other = Object.keys(lists[0] ?? {}).find((name) => lists[0]?.[name] !== lists[1]?.[name])
  if (other !== undefined)
    throw new Error(`La liste ${other} n’est pas la même dans les deux cellules : rien n’est déménagé.`)
  if (await hasSubscription(target.client, moveName(sis))) return
  await requireWorkers(target.client, [moveName(sis)], ofCell(target.cell.nom))
  const people = target === accounts ? [] : [await personnesTable(target.client, sis)]
  for (const { name, where } of [...tables, ...people]) {
    const { rows } = await target.client.query<{ some: boolean }>(
      `select exists (select from ${name} where ${where}) as some`,
    )
    if (rows[0]?.some === true)
      throw new Error(
        `La cellule ${target.cell.nom} a encore des lignes du SIS ${sis} (${name}) : lancez d’abord « caserne sis clean ${sis} --cell ${target.cell.nom} ».`,
      )
  }
}

async function stateOf({ client, cell }: Side): Promise<{ migration: string; wal: string }> {
  const { rows } = await client.query<{
    name: string | null
    migration: string
    wal: string
  }>(
    `select (select c.nom from request.cellule c) as name,
            (select filename from graphile_migrate.migrations order by filename desc limit 1) as migration,
            current_setting('wal_level') as wal`,
  )
  const [found] = rows
  if (found?.name !== cell.nom)
    throw new Error(
      `À l’adresse de la cellule ${cell.nom} répond ${found?.name ?? 'une base sans cellules'}.`,
    )
  return found
}

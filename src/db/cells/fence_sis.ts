import { awaitAccounts, awaitApplied, CLOSED_MS, until } from './await_changes.ts'
import { ofCell } from './cell.ts'
import { freeHeldJobs, holdJobs } from './move_jobs.ts'
import type { MoveSides } from './move_sides.ts'
import { moveName } from './moved_tables.ts'
import type { Side } from './replicate.ts'
import { withSuperuser } from './superuser.ts'

/**
 * Closes a SIS where it lives, and waits until the new cell has all of it. The accounts are closed for it too: an
 * invitation that is taken writes in the SIS, where the accounts' changes arrive.
 */
export async function fenceSis({ sis, accounts, source, target }: MoveSides): Promise<void> {
  await closeIn(accounts, sis)
  if (source !== accounts) {
    await awaitAccounts(accounts, [source, target])
    await closeIn(source, sis)
  }
  await holdJobs(source.client, sis)
  if (source === accounts) await awaitAccounts(accounts, [target])
  await awaitApplied(source.client, target, moveName(sis), CLOSED_MS)
}

/** Opens a SIS again where it lives, after a move that failed. */
export async function unfenceSis({
  sis,
  accounts,
  source,
}: Pick<MoveSides, 'sis' | 'accounts' | 'source'>): Promise<void> {
  await freeHeldJobs(source.client, sis)
  await source.client.query('select auth.open_sis($1)', [sis])
  if (source !== accounts) await openIn(accounts, sis)
}

/** Opens a SIS again unless it has moved. With connections of its own, because one that broke may be why. */
export async function reopen({ sis, accounts, source }: MoveSides): Promise<void> {
  await withSuperuser(accounts.url, async (client) => {
    await client.query('begin')
    // Waits for a switch that is still being committed.
    const { rowCount } = await client.query(
      'select from auth.sis where api_key = $1 and cellule = $2 for update',
      [sis, source.cell.nom],
    )
    if (rowCount === 1)
      await withSuperuser(
        source.url,
        (own) => {
          const fresh = { ...source, client: own }
          return unfenceSis({
            sis,
            accounts: source === accounts ? fresh : { ...accounts, client },
            source: fresh,
          })
        },
        ofCell(source.cell.nom),
      )
    await client.query('commit')
  })
}

/** Opens a SIS in a database where it does not live. */
export async function openIn({ client }: Side, sis: string): Promise<void> {
  await client.query(
    'update auth.fermetures set ferme_at = null where sis_key = $1 and ferme_at is not null',
    [sis],
  )
}

async function closeIn({ client }: Side, sis: string): Promise<void> {
  await client.query('select auth.close_sis($1)', [sis])
}

/** Stops the subscription, so that nothing comes from the old cell any more, and can be started again. */
export async function stopFollowing({ client, cell }: Side, name: string): Promise<void> {
  await client.query(`alter subscription ${name} disable`)
  await until(async () => {
    const { rowCount } = await client.query(
      'select from pg_stat_subscription where subname = $1 and pid is not null',
      [name],
    )
    return rowCount === 0
  }, `La souscription ${name} de la cellule ${cell.nom} ne s’arrête pas.`)
}

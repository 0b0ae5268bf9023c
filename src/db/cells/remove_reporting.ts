import type pg from 'pg'
import { loginOf, subscriptionOf } from './cell.ts'
import { dropLogin, dropSlot, unfollow } from './replicate.ts'
import { RAPPORT, REPORTING } from './reporting_tables.ts'
import { withSuperuser } from './superuser.ts'
import { withCells } from './with_cells.ts'

/**
 * Ends the reporting database: it follows no cell any more, and no cell keeps changes for it. Its rows stay as they are.
 * @param accounts the address of a superuser of the database that keeps the accounts
 * @param url that of the reporting database; null when it is lost
 * @returns the cells that did not answer, with the reason: what they keep for it stays
 * @throws in French
 */
export async function removeReporting(
  accounts: string,
  url: string | null,
  cellUrls: Record<string, string>,
): Promise<Record<string, string>> {
  return await withCells(accounts, cellUrls, async ({ sides, away }) => {
    if (url !== null) await withSuperuser(url, endSubscriptions, 'des chiffres')
    for (const { cell, client } of sides) {
      await dropSlot(client, subscriptionOf(RAPPORT, cell.nom, REPORTING))
      await client.query(`drop publication if exists ${RAPPORT}`)
      await client.query('delete from request.instants')
      await dropLogin(client, loginOf(cell.nom, REPORTING))
    }
    return away
  })
}

async function endSubscriptions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select s.subname as name from pg_subscription s join rapport.cellules c on c.souscription = s.subname
      where s.subdbid = (select oid from pg_database where datname = current_database())`,
  )
  for (const { name } of rows) await unfollow(client, null, name)
}

import { connect } from '../connect.ts'
import { COMPTES, loginOf, PERSONNES, type Reach, subscriptionOf } from './cell.ts'
import { findCell } from './find_cell.ts'
import { dropLogin, unfollow } from './replicate.ts'
import { requireNoMove } from './require_no_move.ts'
import { withSuperuser } from './superuser.ts'

/**
 * Takes a cell out of the directory, and ends what it receives and publishes. Its rows stay as they are.
 * @param accounts the address of a superuser of the database that keeps the accounts
 * @returns whether the cell was away, so that its own subscription and slot remain there
 * @throws in French, while SIS live there
 */
export async function removeCell(accounts: string, nom: string, reach: Reach): Promise<{ away: boolean }> {
  return await withSuperuser(accounts, async (client) => {
    const { cell, first } = await findCell(client, nom)
    const { rows } = await client.query<{ sis: string }>(
      'select api_key as sis from auth.sis where cellule = $1 order by 1',
      [nom],
    )
    if (rows.length > 0)
      throw new Error(
        `Des SIS vivent dans la cellule ${nom} : ${rows.map(({ sis }) => sis).join(', ')}. Déplacez-les d’abord : caserne sis move`,
      )
    const own = await connect(reach(cell)).catch(() => null)
    own?.on('error', () => undefined)
    if (own !== null) await requireNoMove(client, own, nom)
    await unfollow(client, own, subscriptionOf(PERSONNES, nom, first.nom))
    if (own !== null) {
      await unfollow(own, client, subscriptionOf(COMPTES, first.nom, nom))
      await own.query('delete from request.cellule')
      await dropLogin(own, loginOf(nom, first.nom))
      await own.end()
    } else {
      await client.query(
        'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
        [subscriptionOf(COMPTES, first.nom, nom)],
      )
    }
    await dropLogin(client, loginOf(first.nom, nom))
    await client.query('delete from auth.cellules where nom = $1', [nom])
    return { away: own === null }
  })
}

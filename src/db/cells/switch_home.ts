import type pg from 'pg'
import { until } from './await_changes.ts'
import { openIn } from './fence_sis.ts'
import type { MoveSides } from './move_sides.ts'
import type { Side } from './replicate.ts'

const GROUPS = ['alarmes', 'exercices', 'interventions', 'listes', 'sapeurs', 'sis']

/**
 * Makes the new cell ready to take writes as soon as the SIS is at home there. What clients know of an earlier stay is
 * outdated.
 */
export async function prepareHome({ sis, accounts, target }: MoveSides): Promise<void> {
  await target.client.query('select audit.mark($1, g) from unnest($2::text[]) as g', [sis, GROUPS])
  if (target !== accounts) await openIn(target, sis)
}

/** The one change that makes a SIS live elsewhere. */
export async function switchHome({ sis, accounts, source, target }: MoveSides): Promise<void> {
  await accounts.client.query('begin')
  try {
    const { rowCount } = await accounts.client.query(
      'update auth.sis set cellule = $2 where api_key = $1 and cellule = $3',
      [sis, target.cell.nom, source.cell.nom],
    )
    if (rowCount !== 1) throw new Error(`Le SIS ${sis} ne vit plus dans la cellule ${source.cell.nom}.`)
    // The source stays closed: who opened a request there before this still believes that the SIS is at home.
    if (source !== accounts) await openIn(accounts, sis)
    await accounts.client.query(
      `insert into audit.journal (sis_key, ressource, action, avant, apres) values ('*', 'sis', 'modification', $1, $2)`,
      [source, target].map(({ cell }) => JSON.stringify({ api_key: sis, cellule: cell.nom })),
    )
    await accounts.client.query('commit')
  } catch (error) {
    await accounts.client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Waits until the new cell serves the SIS. */
export async function awaitHome({ client, cell }: Side, sis: string): Promise<void> {
  await until(
    () => isHome(client, sis),
    `Le SIS ${sis} vit maintenant dans ${cell.nom}, qui ne l’a pas encore appris. ${waiting(cell.nom)}`,
  )
}

/** Waits until the old cell knows that it does not serve the SIS any more. */
export async function awaitLeft({ client, cell }: Side, sis: string): Promise<void> {
  await until(
    async () => !(await isHome(client, sis)),
    `La cellule ${cell.nom} n’a pas encore appris que le SIS ${sis} vit ailleurs. ${waiting(cell.nom)}`,
  )
}

// The move has happened, so a refresh does no harm.
const waiting = (nom: string) =>
  `Relancez la commande quand les comptes y arrivent ; si l’abonnement manque, lancez d’abord : caserne cell refresh ${nom}`

async function isHome(client: pg.Client, sis: string): Promise<boolean> {
  const { rowCount } = await client.query('select from request.homes where sis_key = $1', [sis])
  return rowCount === 1
}

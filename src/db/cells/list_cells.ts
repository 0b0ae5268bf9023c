import { connect } from '../connect.ts'
import { lossOf } from '../connection_errors.ts'
import { Cell, type Reach, reachBy } from './cell.ts'
import { readReception } from './reception.ts'
import { withSuperuser } from './superuser.ts'

/** A cell for the operator. */
export interface ListedCell {
  nom: string
  adresse: string
  comptes: boolean
  /** How many SIS live there. */
  sis: number
  /** `à jour`, or what is wrong, in French. */
  etat: string
}

/** The cells of the directory with their state. @param accounts the address of a superuser of the accounts' database */
export async function listCells(accounts: string, reach: Reach): Promise<ListedCell[]> {
  return await withSuperuser(accounts, async (client) => {
    const { rows } = await client.query<{ cell: unknown; sis: number; beat: string | null }>(
      `select to_jsonb(c) as cell, (select count(*)::int from auth.sis s where s.cellule = c.nom) as sis,
              (select numero from auth.battements) as beat
         from auth.cellules c order by c.nom`,
    )
    return await Promise.all(
      rows.map(async ({ cell: found, sis, beat }) => {
        const cell = Cell.parse(found)
        const { nom, hote, port, base, comptes } = cell
        const etat = comptes ? UP_TO_DATE : await stateOf(reach(cell), Number(beat))
        return { nom, adresse: `${hote}:${port}/${base}`, comptes, sis, etat }
      }),
    )
  })
}

/**
 * The cells beside the database that keeps the accounts; none where there are no cells, and in a cell itself.
 * @param accounts the address of any login that may read the directory, such as an owner's
 * @param urls addresses by the name of a cell
 */
export async function otherCells(
  accounts: string,
  urls: Record<string, string>,
): Promise<{ nom: string; url: string }[]> {
  const client = await connect(accounts)
  try {
    // A database that is not migrated yet has no directory.
    const { rows: known } = await client.query<{ known: boolean }>(
      `select to_regclass('auth.cellules') is not null as known`,
    )
    if (known[0]?.known !== true) return []
    await client.query('set role caserne_owner')
    const { rows } = await client.query(
      `select c.nom, c.hote, c.port, c.base, c.comptes from auth.cellules c
        where not c.comptes and (select o.comptes from request.cellule o) order by c.nom`,
    )
    const reach = reachBy(urls, accounts)
    return rows.map((row) => Cell.parse(row)).map((cell) => ({ nom: cell.nom, url: reach(cell) }))
  } finally {
    await client.end()
  }
}

interface Heard {
  heard: { numero: number | null } | null
}

/** States of a cell. */
export const UP_TO_DATE = 'à jour'
export const UNREACHABLE = 'injoignable'
// A frozen cell must not keep the others from the list.
const ANSWER_MS = 5_000

/** The state of a cell, as `ListedCell.etat`. @param beat the last beat of the accounts */
export async function stateOf(url: string, beat: number): Promise<string> {
  const client = await connect(url, { answerMs: ANSWER_MS }).catch(() => null)
  if (client === null) return UNREACHABLE
  client.on('error', () => undefined)
  try {
    const { enabled, broken } = await readReception(client)
    const { rows } = await client.query<Heard>('select auth.heard_beat() as heard')
    const numero = rows[0]?.heard?.numero ?? null
    if (enabled === null) return 'sans abonnement aux comptes : lancez cell refresh'
    if (!enabled) return 'abonnement aux comptes désactivé : lancez cell refresh'
    if (broken) return 'des changements des comptes manquent : lancez cell refresh'
    if (numero === null) return 'attend les comptes'
    if (numero > beat + 2) return 'en avance sur les comptes, restaurés depuis : lancez cell refresh'
    // A beat or two may be on their way.
    if (beat - numero > 2) return `en retard de ${beat - numero} battements des comptes`
    return UP_TO_DATE
  } catch (error) {
    if (lossOf(error) === null) throw error
    return UNREACHABLE
  } finally {
    // A statement without an answer is broken off.
    await client.end()
  }
}

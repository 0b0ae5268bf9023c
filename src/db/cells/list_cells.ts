import { connect } from '../connect.ts'
import { Cell, type Reach } from './cell.ts'
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
        const etat = comptes ? 'à jour' : await stateOf(reach(cell), Number(beat))
        return { nom, adresse: `${hote}:${port}/${base}`, comptes, sis, etat }
      }),
    )
  })
}

async function stateOf(url: string, beat: number): Promise<string> {
  const client = await connect(url).catch(() => null)
  if (client === null) return 'injoignable'
  client.on('error', () => undefined)
  try {
    const { rows } = await client.query<{ heard: { numero: number | null; rompue: boolean } | null }>(
      'select auth.heard_beat() as heard',
    )
    const { numero = null, rompue = false } = rows[0]?.heard ?? {}
    if (rompue) return 'des changements des comptes manquent : lancez cell refresh'
    // A beat or two may be on their way.
    if (numero !== null && beat - numero > 2) return `en retard de ${beat - numero} battements des comptes`
    return 'à jour'
  } finally {
    await client.end()
  }
}

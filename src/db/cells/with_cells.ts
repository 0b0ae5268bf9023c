import type pg from 'pg'
import { Cell, ofCell, reachBy } from './cell.ts'
import type { Side } from './replicate.ts'
import { withSuperuser } from './superuser.ts'

/** The cells of the directory, with a superuser's connection to each that answers. */
export interface OpenCells {
  /** First the one that keeps the accounts. */
  sides: Side[]
  /** The others, with the reason. */
  away: Record<string, string>
}

/**
 * Works with connections to all cells.
 * @param accounts the address of a superuser of the database that keeps the accounts
 * @param urls addresses of superusers of cells, by name; by default each is that of the accounts with another place
 * @throws in French, also when the first address is not that of the accounts
 */
export async function withCells<T>(
  accounts: string,
  urls: Record<string, string>,
  work: (cells: OpenCells) => Promise<T>,
): Promise<T> {
  return await withSuperuser(accounts, async (client) => {
    const cells = await readCells(client)
    const unknown = Object.keys(urls).find((nom) => !cells.some((cell) => cell.nom === nom))
    if (unknown !== undefined) throw new Error(`La cellule ${unknown} n’existe pas.`)
    const open: OpenCells = { sides: [], away: {} }
    const next = async ([cell, ...rest]: Cell[]): Promise<T> => {
      if (cell === undefined) return await work(open)
      const url = reachBy(urls, accounts)(cell)
      if (cell.comptes) {
        open.sides.push({ cell, client, url })
        return await next(rest)
      }
      let isOpen = false
      try {
        return await withSuperuser(
          url,
          async (own) => {
            isOpen = true
            open.sides.push({ cell, client: own, url })
            return await next(rest)
          },
          ofCell(cell.nom),
        )
      } catch (error) {
        if (isOpen || !(error instanceof Error)) throw error
        open.away[cell.nom] = error.message
        return await next(rest)
      }
    }
    return await next(cells)
  })
}

async function readCells(client: pg.Client): Promise<Cell[]> {
  const { rows } = await client.query<{ nom: string; comptes: boolean }>(
    'select nom, comptes from request.cellule',
  )
  if (rows[0] === undefined)
    throw new Error('Cette base n’a pas de cellules : elle a déjà tous les chiffres.')
  if (!rows[0].comptes)
    throw new Error(
      `Cette base est la cellule ${rows[0].nom} : lancez la commande avec la base qui tient les comptes.`,
    )
  const all = await client.query(
    'select nom, hote, port, base, comptes from auth.cellules order by comptes desc, nom',
  )
  return Cell.array().parse(all.rows)
}

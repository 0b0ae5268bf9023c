import type pg from 'pg'
import { Cell } from './cell.ts'

/** A cell of the directory, and the one that keeps the accounts. @throws in French if it is unknown, or keeps them itself */
export async function findCell(client: pg.Client, nom: string): Promise<{ cell: Cell; first: Cell }> {
  const { rows } = await client.query('select nom, hote, port, base, comptes from auth.cellules order by nom')
  const cells = rows.map((row) => Cell.parse(row))
  const cell = cells.find((each) => each.nom === nom)
  const first = cells.find(({ comptes }) => comptes)
  if (cell === undefined || first === undefined)
    throw new Error(`Il n’y a pas de cellule ${nom} (voyez : npm run caserne -- cell list)`)
  if (cell.comptes)
    throw new Error(`La cellule ${nom} tient les comptes : cette commande est pour les autres.`)
  return { cell, first }
}

import type pg from 'pg'
import { type Cell, Directory, ofCell, readDirectory, urlOf } from './cell.ts'
import { hasSubscription, type Side } from './replicate.ts'
import { withSuperuser } from './superuser.ts'

/** The databases of a move. The accounts are kept in one of the two cells, or in a third one. */
export interface MoveSides {
  sis: string
  accounts: Side
  source: Side
  target: Side
}

/** Reads the directory where the accounts are kept. @throws in French: no cells, or another cell than that of accounts */
export async function directoryOf(accounts: pg.Client): Promise<Directory> {
  const { rows } = await accounts.query<{ directory: unknown }>(readDirectory)
  const directory = Directory.parse(rows[0]?.directory)
  const here = directory.cellules.find(({ nom }) => nom === directory.ici)
  if (here === undefined)
    throw new Error('Cette instance n’a pas de cellules : ses SIS vivent tous dans sa base.')
  if (!here.comptes)
    throw new Error(
      `Cette base est la cellule ${here.nom} : lancez la commande avec la base qui tient les comptes.`,
    )
  return directory
}

/** A cell of the directory. @throws in French, for one that is not there */
export function cellOf({ cellules }: Directory, nom: string): Cell {
  const found = cellules.find((cell) => cell.nom === nom)
  if (found === undefined)
    throw new Error(`Cellule inconnue : ${nom}. Il y a : ${cellules.map((cell) => cell.nom).join(', ')}.`)
  return found
}

/** The cell where a SIS lives. @throws in French, for an unknown SIS */
export function homeOf(directory: Directory, sis: string): Cell {
  if (!Object.hasOwn(directory.sis, sis))
    throw new Error(`SIS inconnu : ${sis} (voyez : npm run caserne -- sis list)`)
  const nom = directory.sis[sis]
  if (nom == null) throw new Error(`Le SIS ${sis} n’a pas de cellule.`)
  return cellOf(directory, nom)
}

/** Works with a superuser's connection to a cell, the given one where it keeps the accounts. */
export async function withCell<T>(accounts: Side, cell: Cell, work: (side: Side) => Promise<T>): Promise<T> {
  if (cell.nom === accounts.cell.nom) return await work(accounts)
  const url = accounts.reach?.(cell) ?? urlOf(cell, accounts.url)
  return await withSuperuser(url, (client) => work({ cell, client, url }), ofCell(cell.nom))
}

/** Whether a cell publishes this move, the last trace that a move leaves. */
export async function publishesMove(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_publication where pubname = $1', [name])
  return rowCount === 1
}

/** The first of the cells for which a question is answered with yes; each is asked by a connection of its own. */
export async function findCell(
  accounts: Side,
  cells: Cell[],
  ask: (client: pg.Client) => Promise<boolean>,
): Promise<Cell | undefined> {
  for (const cell of cells) if (await withCell(accounts, cell, ({ client }) => ask(client))) return cell
  return undefined
}

/** The cell that follows a move, among those of the directory. */
export function findFollower(
  accounts: Side,
  { cellules }: Directory,
  name: string,
): Promise<Cell | undefined> {
  return findCell(accounts, cellules, (client) => hasSubscription(client, name))
}

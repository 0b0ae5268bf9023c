import type pg from 'pg'
import type { BaseLogger } from 'pino'
import type { Step } from '../../process/progress.ts'
import { bootstrap, type RolePasswords } from '../bootstrap.ts'
import { migrate } from '../migrate.ts'
import { Cell, COMPTES, ofCell, PERSONNES, placeOf, subscriptionOf, tablesOf } from './cell.ts'
import { readReception } from './reception.ts'
import { ensurePublication, follow, type Side } from './replicate.ts'
import { REPORTING } from './reporting_tables.ts'
import { requireReplication } from './require_replication.ts'
import { clusterOf, requireWorkers } from './require_workers.ts'
import { withSuperuser } from './superuser.ts'

/** Options for a new cell. */
export interface NewCell {
  nom: string
  /** The address of a superuser of its database, which exists and is empty. */
  url: string
  passwords: RolePasswords
}

/** How the database of the accounts is called in the directory, once there are cells. */
export const FIRST_CELL = 'principale'

/**
 * Makes an empty database a cell: roles, schema, accounts and shared lists, and the way to it in the directory. May be
 * called again after a failure, and goes on where it was.
 * @param accounts the address of a superuser of the database that keeps the accounts
 * @throws in French
 */
export async function addCell(
  accounts: string,
  added: NewCell,
  log: Pick<BaseLogger, 'info' | 'warn' | 'error' | 'debug'>,
  step: Step,
): Promise<void> {
  if (added.nom === REPORTING) throw new Error('La base des chiffres s’appelle ainsi : prenez un autre nom.')
  const whose = ofCell(added.nom)
  await withSuperuser(accounts, async (client) => {
    await withSuperuser(added.url, (own) => requireRoom(client, own, added.nom), whose)
    const first = await nameFirst(client, accounts)
    const cell = { nom: added.nom, ...placeOf(added.url), comptes: false }
    await requireFree(client, cell)
    step('rôles')
    await bootstrap(added.url, added.passwords)
    step('schéma')
    await migrate(added.url, log)
    await withSuperuser(
      added.url,
      async (own) => {
        await nameCell(own, cell)
        const here: Side = { cell: first, client, url: accounts }
        const there: Side = { cell, client: own, url: added.url }
        await ensurePublication(client, COMPTES)
        await follow(there, here, COMPTES, step)
        await follow(here, there, PERSONNES, step)
        await client.query(
          `insert into auth.cellules (nom, hote, port, base, comptes) values ($1, $2, $3, $4, false)
             on conflict (nom) do update set hote = excluded.hote, port = excluded.port, base = excluded.base`,
          [cell.nom, cell.hote, cell.port, cell.base],
        )
      },
      whose,
    )
  })
}

// Both sides, before anything is made.
async function requireRoom(client: pg.Client, own: pg.Client, nom: string): Promise<void> {
  await requireReplication([client, own])
  await requireEmpty(own, nom)
  const told = subscriptionOf(PERSONNES, nom, FIRST_CELL)
  const followed = subscriptionOf(COMPTES, FIRST_CELL, nom)
  const isOneCluster = (await clusterOf(client)) === (await clusterOf(own))
  await requireWorkers(client, isOneCluster ? [told, followed] : [told], 'des comptes')
  if (!isOneCluster) await requireWorkers(own, [followed], ofCell(nom))
}

// The database of the accounts gets its own name with the first cell.
async function nameFirst(client: pg.Client, url: string): Promise<Cell> {
  await client.query('begin')
  const { rows } = await client.query<{ nom: string; comptes: boolean }>(
    'select nom, comptes from request.cellule',
  )
  if (rows[0]?.comptes === false)
    throw new Error(
      `Cette base est la cellule ${rows[0].nom} : lancez la commande avec la base qui tient les comptes.`,
    )
  if (rows[0] === undefined) {
    const { hote, port, base } = placeOf(url)
    await client.query(
      `insert into auth.cellules (nom, hote, port, base, comptes) values ($1, $2, $3, $4, true)`,
      [FIRST_CELL, hote, port, base],
    )
    // First this, so that the SIS stay at home here.
    await client.query('insert into request.cellule (nom, comptes) values ($1, true)', [FIRST_CELL])
    await client.query('update auth.sis set cellule = $1', [FIRST_CELL])
    await client.query('insert into auth.battements (numero) values (0)')
  }
  await client.query('commit')
  const found = await client.query('select nom, hote, port, base, comptes from auth.cellules where comptes')
  return Cell.parse(found.rows[0])
}

async function requireFree(client: pg.Client, { nom, hote, port, base }: Cell): Promise<void> {
  const { rows } = await client.query<{ nom: string }>(
    `select nom from auth.cellules
      where nom <> $1 and (hote, port, base) = ($2, $3, $4) or nom = $1 and (hote, port, base) <> ($2, $3, $4)`,
    [nom, hote, port, base],
  )
  if (rows[0] !== undefined)
    throw new Error(
      rows[0].nom === nom
        ? `La cellule ${nom} existe déjà.`
        : `Cette base est déjà la cellule ${rows[0].nom}.`,
    )
}

// A database with SIS of its own would mix them with those of the directory.
async function requireEmpty(own: pg.Client, nom: string): Promise<void> {
  const { rows } = await own.query<{ migrated: boolean }>(
    `select to_regclass('request.cellule') is not null as migrated`,
  )
  if (rows[0]?.migrated !== true) return
  const found = await own.query<{ nom: string | null; sis: number }>(
    `select (select c.nom from request.cellule c) as nom, (select count(*)::int from auth.sis) as sis`,
  )
  const { nom: known = null, sis = 0 } = found.rows[0] ?? {}
  if (known === nom) return await requireFollowing(own, nom)
  if (known !== null) throw new Error(`Cette base est déjà la cellule ${known}.`)
  if (sis > 0)
    throw new Error('Cette base contient des SIS : une nouvelle cellule commence par une base vide.')
}

// A cell that lost its subscription: copying again would write its rows a second time, for ever.
async function requireFollowing(own: pg.Client, nom: string): Promise<void> {
  const { enabled, broken } = await readReception(own)
  const { rows } = await own.query<{ filled: boolean }>(
    'select exists (select from auth.cellules) or exists (select from auth.users) as filled',
  )
  if (enabled === null && (broken || rows[0]?.filled === true))
    throw new Error(
      `La cellule ${nom} a déjà les comptes, mais ne les suit plus : lancez caserne cell refresh ${nom}`,
    )
}

async function nameCell(client: pg.Client, { nom }: Cell): Promise<void> {
  const { rowCount } = await client.query('select from request.cellule')
  if (rowCount === 1) return
  await client.query('begin')
  await client.query('insert into request.cellule (nom, comptes) values ($1, false)', [nom])
  await emptyCopies(client)
  await client.query('commit')
}

/** Empties what a cell receives, before it is copied. Within a transaction. */
export async function emptyCopies(client: pg.Client): Promise<void> {
  await client.query('set local session_replication_role = replica')
  for (const table of tablesOf(COMPTES)) await client.query(`delete from ${table}`)
  await client.query('set local session_replication_role = origin')
}

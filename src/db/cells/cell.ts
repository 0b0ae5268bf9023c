import { escapeIdentifier, escapeLiteral } from 'pg'
import { z } from 'zod'
import { scramVerifier } from '../scram_verifier.ts'

/** A cell of the directory (auth.cellules). */
export const Cell = z.object({
  nom: z.string(),
  hote: z.string(),
  port: z.number().int(),
  base: z.string(),
  /** Whether it keeps the accounts. */
  comptes: z.boolean(),
})
export type Cell = z.infer<typeof Cell>

/** Names the owner of a database in messages. */
export const ofCell = (nom: string) => `de la cellule ${nom}`

/** The directory (auth.read_directory): the cells, the one that answered, and the cell of each SIS. */
export const Directory = z.object({
  cellules: z.array(Cell),
  ici: z.string().nullable(),
  sis: z.record(z.string(), z.string().nullable()),
})
export type Directory = z.infer<typeof Directory>

/** The statement that reads the directory in any cell. */
export const readDirectory = 'select auth.read_directory() as directory'

/** Returns the place of a database for the directory. @param url the address of any of its logins */
export function placeOf(url: string): Pick<Cell, 'hote' | 'port' | 'base'> {
  const { hostname, port, pathname } = new URL(url)
  const hote = hostname.replace(/^\[|\]$/g, '')
  return { hote, port: Number(port || 5432), base: decodeURIComponent(pathname.slice(1)) }
}

/** The address of a cell: login, password and options are those of another database. */
export function urlOf({ hote, port, base }: Pick<Cell, 'hote' | 'port' | 'base'>, url: string): string {
  const moved = new URL(url)
  moved.hostname = hote.includes(':') ? `[${hote}]` : hote
  return Object.assign(moved, { port: String(port), pathname: `/${encodeURIComponent(base)}` }).href
}

/** The address by which an operator's command reaches a cell, as a superuser. */
export type Reach = (cell: Cell) => string

/**
 * How commands reach cells: by the addresses of CELLS, else with the login of the database of the accounts.
 * @param urls addresses by the name of a cell
 * @param accounts the address of the database that keeps the accounts
 */
export function reachBy(urls: Record<string, string>, accounts: string): Reach {
  return (cell) => urls[cell.nom] ?? (cell.comptes ? accounts : urlOf(cell, accounts))
}

// A cell and the accounts know each other by one publication each.
/** Publication of the accounts' database for every cell. */
export const COMPTES = 'caserne_comptes'
/** Publication of every cell for the accounts' database. */
export const PERSONNES = 'caserne_personnes'

/** The login with which one cell reads what another publishes. */
export function loginOf(publisher: string, subscriber: string): string {
  return `caserne_${publisher}_vers_${subscriber}`
}

/** The name of a subscription, and of its slot. PostgreSQL allows no dash in the name of a slot. */
export function subscriptionOf(publication: string, publisher: string, subscriber: string): string {
  return `${publication}_${publisher}_${subscriber}`.replaceAll('-', '_')
}

// Users without their password hashes: no cell needs them.
const PUBLISHED = {
  [COMPTES]: [
    'auth.cellules',
    'auth.sis',
    'auth.users (id, name, email, email_verified_at, is_admin, disabled_at, tokens_valid_from, created_at, updated_at, version, rights_lost_at)',
    'auth.memberships',
    'auth.roles',
    'auth.role_permissions',
    'auth.user_roles',
    'auth.invitations',
    'auth.analystes',
    'auth.battements',
    'app.localites',
    'request.push_keys',
    'jobs.reports',
  ],
  [PERSONNES]: ['auth.sapeurs'],
}
export type Publication = keyof typeof PUBLISHED

/** A stream of replication from one cell to another. */
export interface Stream {
  /** The name of the subscription, and of its slot. */
  name: string
  publication: string
  tables: string[]
  /** The statement that makes the publication. */
  publish: string
  /** The login with which the subscriber reads. */
  login: string
  /** Rights of that login besides the right to connect. */
  grants: string[]
  /** More options of the subscription, each after a comma. */
  options?: string
}

/** Returns the stream of the accounts, or of the people whose accounts they are. */
export function streamOf(publication: Publication, publisher: string, subscriber: string): Stream {
  const login = loginOf(publisher, subscriber)
  return {
    name: subscriptionOf(publication, publisher, subscriber),
    publication,
    tables: tablesOf(publication),
    publish: publish(publication),
    login,
    grants: PUBLISHED[publication].map((table) => {
      const [whole = '', columns] = table.split(' (')
      return `grant select ${columns ? `(${columns}` : ''} on ${whole} to ${escapeIdentifier(login)}`
    }),
  }
}

/** The tables of a publication. */
export function tablesOf(publication: Publication): string[] {
  return PUBLISHED[publication].map((table) => table.replace(/ .*/, ''))
}

/** The statement that makes a publication. */
export function publish(publication: Publication): string {
  return `create publication ${publication} for table ${PUBLISHED[publication].join(', ')}`
}

/** Statements that let a login copy and follow a publication. */
export function admit({ login, grants }: Pick<Stream, 'login' | 'grants'>, password: string): string[] {
  const name = escapeIdentifier(login)
  return [
    // Tenants' policies are not for a copy of all of them.
    `alter role ${name} with login replication bypassrls password ${escapeLiteral(scramVerifier(password))}`,
    `do $$ begin execute format('grant connect on database %I to %I', current_database(), ${escapeLiteral(login)}); end $$`,
    `grant usage on schema auth, app, audit, jobs, request to ${name}`,
    ...grants,
  ]
}

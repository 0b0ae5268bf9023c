import { decodeJwt } from 'jose'
import { expect } from 'vitest'
import type { Claims } from '../../../src/auth/tokens.ts'
import { type TestDatabase, useDatabase } from '../../support/database.ts'
import { type TestServers, useServers } from '../../support/servers.ts'

/** The addresses of the authentication API. */
export const prefixes = ['/api/v1', '/auth/api/v1'] as const

/** Accounts of the demo with every right in `hs`, and everywhere. */
export const commandant = 'commandant@example.org'
export const admin = 'admin@example.org'

/** An instant in accounts and invitations. */
export const utc = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)

interface Asking {
  /** Signs in as this account first, once, and sends its token. */
  as?: string
  /** Sends this token instead. */
  token?: string
  /** Default `hs`; null: no such header. */
  sis?: string | null
  body?: unknown
  prefix?: (typeof prefixes)[number]
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into it
export type StatusAndBody = [status: number, body: any]

/** The servers on a demo database, and functions for tests of rights on both. */
export interface Rights {
  database: TestDatabase
  servers: TestServers
  /** Status and body of an answer of the authentication API. */
  ask(method: string, path: string, asking?: Asking): Promise<StatusAndBody>
  /** Rows that the owner reads or writes. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  userId(email: string): Promise<number>
  roleId(nom: string, sis?: string): Promise<number>
  sapeurId(nomPrenom: string, sis?: string): Promise<number>
  /** Makes a role and returns its id. */
  makeRole(nom: string, permissions: string[], sis?: string): Promise<number>
  /** A new access token of an account. */
  newToken(email: string): Promise<string>
  /** The claims of a new access token of an account. */
  claimsOf(email: string): Promise<Claims>
}

/** Starts the servers on a demo database of the file's own. */
export function useRights(): Rights {
  const database = useDatabase()
  const servers = useServers(database)
  const sql: Rights['sql'] = async (text, values) =>
    (await (await database.as('owner')).query(text, values)).rows
  const idIn = async (text: string, values: unknown[]) => {
    const [row] = await sql(text, values)
    if (row === undefined) throw new Error(`not there: ${values.join(', ')}`)
    return Number(row.id)
  }
  const newToken = async (email: string) => {
    const body = { email, password: 'caserne-demo' }
    return String((await servers.auth('/api/v1/login', { method: 'POST', body })).body.accessToken)
  }
  return {
    database,
    servers,
    sql,
    ask: (method, path, asking) => ask(servers, method, path, asking),
    userId: (email) => idIn('select id from auth.users where email = $1', [email]),
    roleId: (nom, sis = 'hs') =>
      idIn('select id from auth.roles where sis_key = $1 and nom = $2', [sis, nom]),
    sapeurId: (nomPrenom, sis = 'hs') =>
      idIn(
        `select s.id from request.open(null, $1, '{sapeur.lecture}', null), app.sapeurs s where s.nom_prenom = $2`,
        [sis, nomPrenom],
      ),
    makeRole: async (nom, permissions, sis = 'hs') => {
      const id = await idIn('insert into auth.roles (sis_key, nom) values ($1, $2) returning id', [sis, nom])
      await sql('insert into auth.role_permissions select $1, $2, unnest($3::text[])', [sis, id, permissions])
      return id
    },
    newToken,
    claimsOf: async (email) => decodeJwt<{ data: Claims }>(await newToken(email)).data,
  }
}

async function ask(
  servers: TestServers,
  method: string,
  path: string,
  { as, token, sis = 'hs', body, prefix = '/api/v1' }: Asking = {},
): Promise<StatusAndBody> {
  const answer = await servers.auth(prefix + path, {
    method,
    body,
    ...(as === undefined ? {} : { as }),
    ...(sis === null ? {} : { sis }),
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  })
  return [answer.status, answer.body]
}

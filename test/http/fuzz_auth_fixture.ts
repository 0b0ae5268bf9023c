import { beforeAll } from 'vitest'
import { readDocument } from '../../src/http/document/document.ts'
import type { Operation } from '../../src/http/document/operation.ts'
import type { TestDatabase } from '../support/database.ts'
import { makeAccount, makeSis } from '../support/users.ts'
import { RandomBodies, type Schema } from './fuzz_fixture.ts'

/** A request to the authentication API, by its administrator in `hs`. */
export interface AuthRequest {
  method: string
  path: string
  body: string
}

interface Source {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
  components: { schemas: Record<string, Schema> }
}
const { source, operations } = readDocument('auth')
const { paths, components } = source as Source

/** The operations of the authentication API that take a body. */
export const authWrites = operations.filter(({ hasBody }) => hasBody)

/** The schema of an operation's body. */
export const authSchemaOf = ({ path, method }: Operation): Schema =>
  paths[path]?.[method]?.requestBody?.content['application/json']?.schema ?? {}

/** Random requests, the same at each run: paths with a few equivalent meanings, and random bodies. */
export function useAuthRequests(
  database: TestDatabase,
): (operation: Operation, times: number) => AuthRequest[] {
  const known: Record<string, unknown[]> = {}
  // The meaning of ids in paths, by the beginning of the path.
  const targets: Record<string, number[]> = {}
  beforeAll(async () => {
    await makeSis(database, 'cible', 'SIS Cible')
    const permissions = { hs: ['sapeur.lecture'] }
    const user = await makeAccount(database, { email: 'cible@example.org', permissions })
    const { rows } = await (await database.as('admin')).query(
      `select array_agg(o.id::integer order by o.id) as roles, max(o.id::integer) filter (where o.nom = 'cible@example.org') as role,
              (select array_agg(s.id::integer order by s.id) from auth.sapeurs s where s.sis_key = 'hs') as sapeurs,
              (select array_agg(identifiant order by identifiant) from auth.permissions) as permissions
         from auth.roles o
        where o.sis_key = 'hs'`,
    )
    const { sapeurs, roles, role, permissions: catalogue } = rows[0]
    Object.assign(targets, { users: [user, user, user, 999_999], roles: [role, role, role, 999_999] })
    Object.assign(known, {
      roles: [...roles, ...roles, 999_999],
      sapeur_id: [...sapeurs, undefined],
      permissions: [...catalogue, ...catalogue, undefined],
      email: ['cible@example.org', undefined, undefined],
      api_key: ['hs', undefined, undefined],
      nom: ['Consultation', 'SIS Test', undefined, undefined, undefined],
    })
  })
  return (operation, times) => {
    const bodies = new RandomBodies(20_260_314, components.schemas, known)
    const ids = targets[operation.path.split('/')[1] ?? ''] ?? []
    return Array.from({ length: times }, () => {
      const path = operation.path.replace('{id}', String(bodies.pick(ids))).replace('{api_key}', 'cible')
      return {
        method: operation.method.toUpperCase(),
        path: `/api/v1${path}`,
        body: bodies.next(authSchemaOf(operation)),
      }
    })
  }
}

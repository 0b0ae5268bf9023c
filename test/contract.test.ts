import type { Pool } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import type { SigningKey } from '../src/auth/keys.ts'
import { authHandlers, dataHandlers } from '../src/http/app.ts'
import { type Operation, readDocument } from '../src/http/document.ts'
import {
  type ApiFunction,
  checkOpenApi,
  documentFaults,
  functionFaults,
  misplacedSql,
  type RawDocument,
  type RawOperation,
  unknownPermissions,
  unpaired,
} from './support/contract.ts'
import { useDatabase } from './support/database.ts'
import { readSources } from './support/sources.ts'

const database = useDatabase()
const data = readDocument('data')
const auth = readDocument('auth')
const raw = { data: data.source as RawDocument, auth: auth.source as RawDocument }
const sql = readSources(['sql/api'], ['.sql'])

/** A copy of the data document in which `change` has changed GET /interventions/{id}. */
function broken(change: (operation: RawOperation) => void): RawDocument {
  const copy = structuredClone(raw.data)
  const operation = copy.paths['/interventions/{id}']?.get
  if (operation === undefined) throw new Error('no such operation')
  change(operation)
  return copy
}

describe('every operation of the data API', () => {
  const apiFunctions = async () => {
    const { rows } = await (await database.as('admin')).query<ApiFunction>(`
      select proname as name, coalesce(proargnames::text[], '{}') as args
        from pg_proc
       where pronamespace = 'api'::regnamespace
         and has_function_privilege('caserne_api', oid, 'execute')`)
    return rows
  }
  const get: Operation[] = data.operations.filter((operation) => operation.id === 'get_intervention')

  it('is one function of api with the same arguments, and every other function helps one', async () => {
    expect(functionFaults(data.operations, await apiFunctions())).toEqual([])
  })

  it('is seen to have no function, two, or other arguments, and a function to have no operation', () => {
    expect(functionFaults(get, [])).toEqual(['get_intervention: 0 functions'])
    const own = { name: 'get_intervention', args: ['id'] }
    expect(functionFaults(get, [own, own])).toEqual(['get_intervention: 2 functions'])
    expect(functionFaults(get, [{ ...own, args: ['id', 'complet'] }])).toEqual([
      'get_intervention: asks (id), function takes (complet, id)',
    ])
    expect(functionFaults(get, [own, { name: 'drop_all', args: [] }])).toEqual(['drop_all: no operation'])
  })

  it('takes its body as the argument body', () => {
    const post = get.map((operation) => ({ ...operation, hasBody: true }))
    expect(functionFaults(post, [{ name: 'get_intervention', args: ['body', 'id'] }])).toEqual([])
    expect(functionFaults(post, [{ name: 'get_intervention', args: ['id'] }])).toEqual([
      'get_intervention: asks (body, id), function takes (id)',
    ])
  })

  it('stands in sql/api/<tag>/<operationId>.sql', () => {
    expect(misplacedSql(raw.data, sql)).toEqual([])
  })

  it('is seen to stand elsewhere', () => {
    const document = broken((operation) => {
      operation.tags = ['alarmes']
    })
    expect(misplacedSql(document, sql)).toEqual(['sql/api/alarmes/get_intervention.sql'])
  })

  it('asks for permissions of the catalogue only', async () => {
    const { rows } = await (await database.as('admin')).query('select identifiant from auth.permissions')
    const catalogue = rows.map((row) => row.identifiant)
    expect(catalogue).toContain('intervention.lecture')
    expect(unknownPermissions(raw.data, catalogue)).toEqual([])
    expect(unknownPermissions(raw.auth, catalogue)).toEqual([])
  })

  it('is seen to ask for an unknown permission', () => {
    const document = broken((operation) => {
      operation.security = [{ sisKey: [], bearer: ['intervention.tout'] }]
    })
    const known = ['intervention.lecture', 'intervention.modification', 'intervention.validation']
    expect(unknownPermissions(document, [...known, 'comptabilite.lecture'])).toEqual([
      'get_intervention: intervention.tout',
    ])
  })
})

describe('handlers', () => {
  it('exist for every operation of the authentication API and for no other', () => {
    const handlers = authHandlers({ auth: {} as Pool, key: {} as SigningKey })
    expect(unpaired(auth.operations, Object.keys(handlers))).toEqual([])
  })

  it('of the data API belong to an operation', () => {
    const named = data.operations.filter((operation) => operation.id in dataHandlers)
    expect(unpaired(named, Object.keys(dataHandlers))).toEqual([])
  })

  it('are seen to be missing and superfluous', () => {
    const login = auth.operations.filter((operation) => operation.id === 'login')
    expect(unpaired(login, ['logout'])).toEqual(['login', 'logout'])
  })
})

describe('the OpenAPI documents', () => {
  it('are valid OpenAPI 3.1', async () => {
    expect([raw.data.openapi, raw.auth.openapi]).toEqual(['3.1.0', '3.1.0'])
    await expect(checkOpenApi(data.source)).resolves.toBeUndefined()
    await expect(checkOpenApi(auth.source)).resolves.toBeUndefined()
  })

  it('are seen to be invalid, or to refer to nothing', async () => {
    const silent = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const twisted = broken((operation) => Object.assign(operation, { parameters: { name: 'id' } }))
    await expect(checkOpenApi(twisted)).rejects.toThrow('invalid')
    const dangling = broken((operation) => {
      operation.responses['404'] = { $ref: '#/components/responses/Nothing' }
    })
    await expect(checkOpenApi(dangling)).rejects.toThrow('Nothing')
    silent.mockRestore()
  })

  it('say everything of each operation', () => {
    expect(documentFaults(raw.data)).toEqual([])
    expect(documentFaults(raw.auth)).toEqual([])
  })

  it.each<[fault: string, change: (operation: RawOperation) => void]>([
    ['operationId is not snake_case', (operation) => Object.assign(operation, { operationId: 'getOne' })],
    ['operationId is not its own', (operation) => Object.assign(operation, { operationId: 'list_alarmes' })],
    ['no summary', (operation) => delete operation.summary],
    ['no tag of the document', (operation) => Object.assign(operation, { tags: ['divers'] })],
    ['no security', (operation) => delete operation.security],
    [
      'names not both sisKey and bearer',
      (operation) => Object.assign(operation, { security: [{ bearer: ['intervention.lecture'] }] }),
    ],
    ['does not document 401', ({ responses }) => delete responses['401']],
    ['does not document 403', ({ responses }) => delete responses['403']],
    ['does not document 404', ({ responses }) => delete responses['404']],
    ['does not document 422', ({ responses }) => delete responses['422']],
  ])('are seen to lack something: %s', (fault, change) => {
    expect(documentFaults(broken(change))).toContain(`get /interventions/{id}: ${fault}`)
  })
})

import { describe, expect, it, vi } from 'vitest'
import type { KeyRing } from '../src/auth/keys.ts'
import type { Session } from '../src/auth/tokens.ts'
import { type DataFoundation, dataHandlers, publicRoutes } from '../src/http/data_api.ts'
import { readDocument } from '../src/http/document/document.ts'
import type { Operation } from '../src/http/document/operation.ts'
import { authHandlers } from '../src/http/handlers/auth_handlers.ts'
import type { Database } from '../src/http/operation/database.ts'
import type { Accounts } from '../src/http/sign_in/accounts.ts'
import { HostList } from '../src/text/host_list.ts'
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
import { expectNone } from './support/expect_none.ts'
import { readSources } from './support/sources.ts'
import { allPermissions } from './support/table.ts'

const database = useDatabase()
const data = readDocument('data')
const auth = readDocument('auth')
const raw = { data: data.source as RawDocument, auth: auth.source as RawDocument }
const sql = readSources(['sql/api'], ['.sql'])
const callers = readSources(['sql', 'src'], ['.sql', '.ts'])

/** A copy of the data document in which `change` has changed GET /interventions/{id}. */
function broken(change: (operation: RawOperation) => void): RawDocument {
  const copy = structuredClone(raw.data)
  const operation = copy.paths['/interventions/{id}']?.get
  if (operation === undefined) throw new Error('no such operation')
  change(operation)
  return copy
}

/** The functions of a schema that a login may execute. */
async function functionsOf(schema: string, login: string): Promise<ApiFunction[]> {
  const { rows } = await (await database.as('admin')).query<ApiFunction>(
    `select proname as name, coalesce(proargnames::text[], '{}') as args
       from pg_proc
      where pronamespace = $1::regnamespace
        and has_function_privilege($2, oid, 'execute')`,
    [schema, login],
  )
  return rows
}

describe('every operation of the data API', () => {
  const get: Operation[] = data.operations.filter((operation) => operation.id === 'list_intervention_sapeurs')

  it('is one function of api with the same arguments, and every other function of api serves one', async () => {
    expectNone(
      functionFaults(data.operations, await functionsOf('api', 'caserne_api'), callers),
      'Name the function as the operation and its arguments as the parameters (a body is `body`); remove a function that nothing calls.',
    )
  })

  it('detects an operation without a function, with two, or with other arguments, and a function without an operation', () => {
    expect(functionFaults(get, [])).toEqual(['list_intervention_sapeurs: 0 functions'])
    const own = { name: 'list_intervention_sapeurs', args: ['id'] }
    expect(functionFaults(get, [own, own])).toEqual(['list_intervention_sapeurs: 2 functions'])
    expect(functionFaults(get, [{ ...own, args: ['id', 'complet'] }])).toEqual([
      'list_intervention_sapeurs: asks (id), function takes (complet, id)',
    ])
    const all = [own, { name: 'drop_all', args: [] }]
    const made = 'create function api.drop_all() …; comment on function api.drop_all() is …'
    expect(functionFaults(get, all, new Map([['own.sql', made]]))).toEqual(['drop_all: no operation'])
    for (const caller of ['select api.drop_all()', "statement('drop_all', [])"])
      expect(functionFaults(get, all, new Map([['caller', caller]]))).toEqual([])
  })

  it('takes its body as the argument body', () => {
    const post = get.map((operation) => ({ ...operation, hasBody: true }))
    expect(functionFaults(post, [{ name: 'list_intervention_sapeurs', args: ['body', 'id'] }])).toEqual([])
    expect(functionFaults(post, [{ name: 'list_intervention_sapeurs', args: ['id'] }])).toEqual([
      'list_intervention_sapeurs: asks (body, id), function takes (id)',
    ])
  })

  it('stands in sql/api/<tag>/<operationId>.sql', () => {
    expectNone(
      misplacedSql(raw.data, sql),
      'Write the function in this file, or change the tag of the operation.',
    )
  })

  it('detects a function in the folder of another tag', () => {
    const document = broken((operation) => {
      operation.tags = ['alarmes']
    })
    expect(misplacedSql(document, sql)).toEqual(['sql/api/alarmes/get_intervention.sql'])
  })

  it('asks only for permissions of the catalogue', async () => {
    const { rows } = await (await database.as('admin')).query('select identifiant from auth.permissions')
    const catalogue = rows.map((row) => row.identifiant)
    expect(catalogue).toContain('intervention.lecture')
    const unknown = [
      ...unknownPermissions(raw.data, catalogue),
      ...unknownPermissions(raw.auth, [...catalogue, 'admin']),
    ]
    expectNone(unknown, 'Add the permission to sql/auth/permissions.sql, or use one that is there.')
  })

  it('detects an unknown permission', () => {
    const document = broken((operation) => {
      operation.security = [{ sisKey: [], bearer: ['intervention.tout'] }]
    })
    expect(unknownPermissions(document, allPermissions)).toEqual(['get_intervention: intervention.tout'])
  })
})

describe('handlers', () => {
  const nameHandler = 'Give the handler the name of an operation, or remove it.'

  it('of the authentication API belong to an operation, and every other operation has its function', async () => {
    const verify = async () => ({}) as Session
    const handlers = authHandlers({} as Accounts, verify, {} as KeyRing, {} as Database)
    const handled = auth.operations.filter((operation) => operation.id in handlers)
    expectNone(unpaired(handled, Object.keys(handlers)), nameHandler)
    const others = auth.operations.filter((operation) => !(operation.id in handlers))
    expect(others.length).toBeGreaterThan(10)
    const functions = await functionsOf('auth', 'caserne_auth')
    const their = functions.filter(({ name }) => others.some((operation) => operation.id === name))
    expectNone(
      functionFaults(others, their),
      'Write the function auth.<operationId> with the parameters as arguments, or a handler in src/http/handlers/auth_handlers.ts.',
    )
  })

  it('of the authentication API leave no function over: each one it may call belongs to an operation and has its own file', async () => {
    const functions = (await functionsOf('auth', 'caserne_auth')).map(({ name }) => name)
    const ids = auth.operations.map((operation) => operation.id)
    const helpers = functions.filter((name) => !ids.includes(name))
    expect(helpers.sort()).toEqual(['ask_mail', 'demo_users', 'open', 'version_after'])
    const sources = readSources(['sql/auth/account', 'sql/auth/rights'], ['.sql'])
    const heads = [...sources].flatMap(([path, text]) =>
      [...text.matchAll(/^create or replace function auth\.(\w+)\(/gm)].map(([, name]) => [path, name]),
    )
    const elsewhere = heads.filter(([path, name]) => !path?.endsWith(`/${name}.sql`))
    expectNone(elsewhere, 'Move the function to a file of its own name.')
    const named = heads.map(([, name]) => name).sort()
    expect(named).toEqual(
      functions.filter((name) => !['demo_users', 'open', 'version_after'].includes(name)).sort(),
    )
  })

  it('of the data API belong to an operation', () => {
    const handlers = dataHandlers({ DATA_DIR: '', DELIVERY_HOSTS: HostList.none }, {} as DataFoundation)
    const named = data.operations.filter((operation) => operation.id in handlers)
    expectNone(unpaired(named, Object.keys(handlers)), nameHandler)
  })

  it('of the data API answer operations without a caller by themselves, and no others', () => {
    const open = data.operations.filter((operation) => operation.permissions === null)
    expectNone(
      unpaired(open, Object.keys(publicRoutes)),
      'Give an operation with `security: []` a handler in `publicRoutes`, or name permissions in its `security`.',
    )
    expect(Object.keys(publicRoutes)).toEqual([
      'get_calendrier',
      'get_mobile_version',
      'get_mur',
      'get_sis_logo',
      'watch_mur',
    ])
  })

  it('are checked both ways: a missing and a superfluous one are detected', () => {
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

  it('are rejected when they are invalid or hold a dangling reference', async () => {
    const silent = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const twisted = broken((operation) => Object.assign(operation, { parameters: { name: 'id' } }))
    await expect(checkOpenApi(twisted)).rejects.toThrow('invalid')
    const dangling = broken((operation) => {
      operation.responses['404'] = { $ref: '#/components/responses/Nothing' }
    })
    await expect(checkOpenApi(dangling)).rejects.toThrow('Nothing')
    silent.mockRestore()
  })

  it('state everything that each operation needs', () => {
    const faults = [
      ...documentFaults(raw.data, { ofSis: true }),
      ...documentFaults(raw.auth, { ofSis: false }),
    ]
    expectNone(faults, 'Add what is missing to the operation in src/http/openapi, as its neighbours have it.')
  })

  it.each<[fault: string, change: (operation: RawOperation) => void]>([
    ['operationId is not snake_case', (operation) => Object.assign(operation, { operationId: 'getOne' })],
    ['operationId is not its own', (operation) => Object.assign(operation, { operationId: 'list_alarmes' })],
    ['no summary', (operation) => delete operation.summary],
    ['no tag of the document', (operation) => Object.assign(operation, { tags: ['divers'] })],
    ['no security', (operation) => delete operation.security],
    ['names sisKey without bearer', (operation) => Object.assign(operation, { security: [{ sisKey: [] }] })],
    [
      'names no sisKey',
      (operation) => Object.assign(operation, { security: [{ bearer: ['intervention.lecture'] }] }),
    ],
    ['names no sisKey', (operation) => Object.assign(operation, { security: [{ bearer: [] }] })],
    ['is for anyone among others', (operation) => operation.security?.push({})],
    ['does not document 401', ({ responses }) => delete responses['401']],
    ['does not document 403', ({ responses }) => delete responses['403']],
    ['does not document 404', ({ responses }) => delete responses['404']],
    ['does not document 422', ({ responses }) => delete responses['422']],
  ])('are checked for a fault in an operation: %s', (fault, change) => {
    expect(documentFaults(broken(change), { ofSis: true })).toContain(`get /interventions/{id}: ${fault}`)
  })

  it('may require only an account, or an administrator, for operations outside any SIS', () => {
    const faults = (security: object[]) =>
      documentFaults(
        broken((operation) => Object.assign(operation, { security })),
        { ofSis: false },
      )
    expect(faults([{ bearer: [] }, {}])).toEqual([])
    expect(faults([{ bearer: ['admin'] }])).toEqual([])
    expect(faults([{ bearer: ['utilisateur.tout'] }])).toEqual(['get /interventions/{id}: names no sisKey'])
    expect(faults([{}])).toEqual(['get /interventions/{id}: is for anyone among others'])
  })
})

import { afterAll, beforeAll } from 'vitest'
import type { Operation } from '../../../src/http/document/operation.ts'
import type { TestDatabase } from '../../support/database.ts'
import { allPermissions } from '../../support/table.ts'
import { claims, forge } from '../../support/tokens.ts'
import { type DataApi, useDataApi } from '../data_fixture.ts'
import type { MakeSample, Sample } from '../samples/sample.ts'
import { type Changes, Client, type Reply, requestOf, withForm } from './client.ts'
import { loadSamples } from './samples.ts'
import { doorOf } from './schema.ts'

/** A caller: their permissions by SIS, and whether they are a sapeur there. */
export interface Who {
  sis?: string
  permissions?: string[]
  sapeur?: boolean
  admin?: boolean
  /** The id of their account; by default the commander of hs. */
  user?: number
}

/** The data API, each of whose operations can be called by its sample. */
export interface Doors extends DataApi {
  /** A sample of an operation in a SIS (default: hs). */
  sampleOf(operation: Operation, sis?: string): Promise<Sample>
  /** Calls an operation in hs; by default as a sapeur with every permission there. */
  knock(operation: Operation, sample: Sample, changes?: Changes, who?: Who): Promise<Reply>
  /** Sends many requests at the same time. */
  knockAll(operation: Operation, sample: Sample, changes: Changes[], who?: Who): Promise<Reply[]>
  /** The header Authorization of a caller. */
  bearer(who?: Who): Promise<string>
  client(): Client
  /** A mark of everything that each SIS has written; it changes with every write. */
  written(): Promise<{ hs: string; test: string }>
}

/** Starts the data API for one test file. */
export function useDoors(env: Record<string, string> = {}, database?: TestDatabase): Doors {
  const usual = { MAILBOX_KEY: Buffer.alloc(32, 7).toString('base64'), DATABASE_POOL_SIZE: '2' }
  const api = useDataApi({ ...usual, ...env }, database)
  const opened = { client: undefined as Client | undefined, samples: new Map<string, MakeSample>() }
  const tokens = new Map<string, Promise<string>>()
  beforeAll(async () => {
    opened.client = new Client(api.servers.urls().data)
    opened.samples = await loadSamples()
  })
  afterAll(() => opened.client?.close())
  const client = () => {
    if (opened.client === undefined) throw new Error('the server is not started yet')
    return opened.client
  }
  const bearer: Doors['bearer'] = (who = {}) => {
    const name = JSON.stringify(who)
    const known = tokens.get(name) ?? makeToken(api, who)
    tokens.set(name, known)
    return known
  }
  const knockAll: Doors['knockAll'] = async (operation, sample, changes, who) => {
    const usual = { 'sis-key': 'hs', authorization: await bearer(who) }
    const requests = changes.map((each) => {
      const headers = { ...(!each.bare && usual), ...sample.headers, ...each.headers }
      const sent = requestOf(operation, sample, { ...each, headers })
      return takesForm(operation) && !('body' in each) ? withForm(sent, sample) : sent
    })
    return client().sendAll(await Promise.all(requests))
  }
  return {
    ...api,
    client,
    sampleOf: async ({ id }, sis = 'hs') => {
      const make = opened.samples.get(id)
      if (make === undefined) throw new Error(`${id} has no sample in test/http/samples/`)
      return await make((text, values) => api.sql(text, values, sis))
    },
    bearer,
    knockAll,
    knock: async (operation, sample, changes = {}, who) => {
      const [reply] = await knockAll(operation, sample, [changes], who)
      return reply as Reply
    },
    // The journal records every change of a tenant table (a convention).
    written: async () => {
      const { rows } = await (await api.database.as('admin')).query(
        `select (select max(id) from audit.journal where sis_key = 'hs') as hs,
                (select max(id) from audit.journal where sis_key = 'test') as test`,
      )
      return rows[0]
    },
  }
}

const takesForm = (operation: Operation) =>
  doorOf(operation).requestBody?.content['multipart/form-data'] !== undefined

// The commander of hs, who is a sapeur in both SIS.
async function makeToken(api: DataApi, who: Who): Promise<string> {
  const { sis = 'hs', permissions = allPermissions, sapeur = true, admin = false, user } = who
  const { rows } = await (await api.database.as('admin')).query(
    `select u.id::integer, m.sapeur_id::integer as sapeur
       from auth.users u join auth.memberships m on m.user_id = u.id and m.sis_key = $1
      where u.email = 'commandant@example.org'`,
    [sis],
  )
  const data = claims({
    id: user ?? rows[0].id,
    admin,
    permissions: { [sis]: admin ? ['admin'] : permissions },
    sapeurs: sapeur ? { [sis]: rows[0].sapeur } : {},
  })
  return `Bearer ${await forge(api.servers.key, { payload: { data } })}`
}

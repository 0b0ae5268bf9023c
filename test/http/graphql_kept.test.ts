import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../../src/db/pool.ts'
import { answer, type Setup } from '../../src/http/graphql/answer.ts'
import { makeSetup } from '../../src/http/graphql/make_setup.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
const graphqlPool = (size: number) =>
  createPool(database.urls.api, size, pino({ level: 'silent' }), {}, { pipeline: true })
let setup: Setup

beforeAll(async () => {
  setup = await makeSetup({ pool: graphqlPool(1), seconds: 10, namedStatements: true }, true)
}, 60_000)
afterAll(() => setup.pool.end())

const ask = async (query: string, settings: Partial<Setup> = {}) => {
  const now = Math.floor(Date.now() / 1_000)
  const caller = {
    userId: 1,
    email: '',
    issuedAt: now + 1,
    expiresAt: now + 600,
    sisKey: 'hs',
    sapeurId: null,
  }
  const question = {
    caller: { ...caller, permissions: ['sapeur.lecture'] },
    query,
    variables: {},
    operationName: null,
  }
  const { status, body } = await answer({ ...setup, ...settings }, question)
  return { status, body: JSON.parse(body) }
}

describe('a connection', () => {
  it('keeps its statements prepared, and is replaced when it has prepared a hundred', async () => {
    const pool = graphqlPool(1)
    const sapeurs = (first: number) => ask(`{ sapeurs(first: ${first}) { nodes { id } } }`, { pool })
    const connection = async () => {
      const { rows } = await pool.query(
        'select pg_backend_pid() as pid, count(*)::integer as prepared from pg_prepared_statements',
      )
      return rows[0]
    }
    await sapeurs(1)
    await sapeurs(1)
    const first = await connection()
    expect(first.prepared).toBe(2)
    for (let n = 2; n < 100; n++) await sapeurs(n)
    expect(await connection()).toEqual({ ...first, prepared: 100 })
    await sapeurs(100)
    expect(await connection()).not.toHaveProperty('pid', first.pid)
    expect((await sapeurs(101)).body.data.sapeurs.nodes.length).toBeGreaterThan(20)
    await pool.end()
  })

  it('prepares nothing behind a pooler', async () => {
    const pool = graphqlPool(1)
    expect((await ask('{ grades { totalCount } }', { pool, namedStatements: false })).status).toBe(200)
    const { rows } = await pool.query('select count(*)::integer as prepared from pg_prepared_statements')
    expect(rows).toEqual([{ prepared: 0 }])
    await pool.end()
  })
})

describe('a query asked again', () => {
  const read = (query: string, variables = {}, operationName: string | null = null) =>
    setup.documents.read({ query, variables, operationName })
  const paged = 'query ($n: Int!) { sapeurs(first: $n) { totalCount } }'

  it('keeps its plan, unless many others come between', () => {
    const first = read(paged, { n: 1 })
    expect(read(paged, { n: 2 })).toEqual(first)
    expect(read(paged, { n: 2 })).toHaveProperty('document', 'document' in first && first.document)
    for (let n = 0; n < 30; n++) read(`{ a${n}: __typename }`)
    const again = read(paged, { n: 1 })
    expect('document' in again && 'document' in first && again.document !== first.document).toBe(true)
  })

  it('meets its limits again', () => {
    read(paged, { n: 1 })
    expect(() => read(paged, { n: 1_001 })).toThrow('first doit être compris entre 0 et 1000.')
    const filtered = 'query ($f: [SapeurFilter!]) { sapeurs(filter: {or: $f}) { totalCount } }'
    read(filtered, { f: [{ nom: { equalTo: 'x' } }] })
    expect(() => read(filtered, { f: [] })).toThrow('Un filtre ne peut être ni vide ni null.')
    const two = 'query a { __typename } query b { sapeurs(first: 2000) { totalCount } }'
    read(two, {}, 'a')
    expect(() => read(two, {}, 'b')).toThrow('first doit être compris entre 0 et 1000.')
    expect(() => read(two)).toThrow('Quelle opération')
  })

  it('never has more plans than are kept', async () => {
    const grafast = setup.schema.extensions.grafast ?? {}
    for (let n = 0; n < 60; n++) await ask(`{ a${n}: grades(first: 1) { totalCount } }`)
    const [cache] = Object.getOwnPropertySymbols(grafast).map((each) => Reflect.get(grafast, each))
    expect(cache.length).toBe(30)
  })
})

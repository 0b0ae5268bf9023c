import { createServer } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GraphqlEngine } from '../../src/http/graphql/engine.ts'
import { toRefusal } from '../../src/http/refusals/errors.ts'
import { useDatabase } from '../support/database.ts'

// A database that hangs up.
const server = createServer((socket) => socket.destroy())
const database = useDatabase()
let engine: GraphqlEngine
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const text = "select id::integer from auth.users where email = 'lecteur@example.org'"
  caller.userId = (await (await database.as('admin')).query(text)).rows[0].id
  engine = new GraphqlEngine(
    {
      url: `postgres://caserne_api@127.0.0.1:${port}/x`,
      poolSize: 1,
      seconds: 1,
      introspection: false,
      namedStatements: true,
    },
    pino({ level: 'silent' }),
  )
})
afterAll(async () => {
  await engine.close()
  server.close()
})

const caller = {
  userId: 0,
  email: '',
  issuedAt: Math.floor(Date.now() / 1_000) + 1,
  expiresAt: 0,
  sisKey: 'hs',
  permissions: ['intervention.lecture'],
  sapeurId: null,
}
const question = { caller, query: '{ __typename }', variables: {}, operationName: null }

it('answers each query that it is busy while there is no database', async () => {
  for (let n = 0; n < 2; n++) {
    const error = await engine.ask(question).then(null, (reason: unknown) => reason)
    expect(toRefusal(error)?.status).toBe(503)
  }
})

it('answers that it is busy when its thread runs out of memory, and the next query by another thread', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  const heap = { maxOldGenerationSizeMb: 30 }
  const settings = { url: database.urls.api, poolSize: 1, seconds: 30, introspection: false }
  const small = new GraphqlEngine({ ...settings, namedStatements: true }, log, { heap })
  const error = await small.ask(question).then(null, (reason: unknown) => reason)
  expect(toRefusal(error)?.status).toBe(503)
  expect(lines.join()).toContain('ERR_WORKER_OUT_OF_MEMORY')
  heap.maxOldGenerationSizeMb = 512
  const { status, body } = await small.ask(question)
  expect([status, Buffer.from(body).toString()]).toEqual([200, '{"data":{"__typename":"Query"}}'])
  await small.close()
})

it('ends its thread when nobody asks, and answers the next query by another thread', async () => {
  const settings = { url: database.urls.api, poolSize: 1, seconds: 30, introspection: false }
  const idle = new GraphqlEngine({ ...settings, namedStatements: true }, pino({ level: 'silent' }), {
    idleMs: 100,
  })
  expect((await idle.ask(question)).status).toBe(200)
  await expect.poll(() => idle.memory(), { timeout: 20_000 }).toHaveProperty('used', 0)
  expect((await idle.ask(question)).status).toBe(200)
  expect(idle.load).toEqual({ open: 0, atOnce: 1, starts: 2 })
  await idle.close()
})

import { createServer } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toRefusal } from '../../src/http/errors.ts'
import { GraphqlEngine } from '../../src/http/graphql/engine.ts'

// A database that hangs up.
const server = createServer((socket) => socket.destroy())
let engine: GraphqlEngine
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  engine = new GraphqlEngine(
    { url: `postgres://caserne_api@127.0.0.1:${port}/x`, poolSize: 1, seconds: 1, introspection: false },
    pino({ level: 'silent' }),
  )
})
afterAll(async () => {
  await engine.close()
  server.close()
})

it('answers each query that it is busy while there is no database', async () => {
  const caller = {
    userId: 1,
    email: '',
    issuedAt: 0,
    expiresAt: 0,
    sisKey: 'hs',
    permissions: [],
    sapeurId: null,
  }
  const ask = () => engine.ask({ caller, query: '{ __typename }', variables: {}, operationName: null })
  for (let n = 0; n < 2; n++) {
    const error = await ask().then(null, (reason: unknown) => reason)
    expect(toRefusal(error)?.status).toBe(503)
  }
})

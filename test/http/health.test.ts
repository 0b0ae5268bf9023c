import { once } from 'node:events'
import express from 'express'
import { expect, it } from 'vitest'
import { answerHealth } from '../../src/http/watch/health.ts'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { beginInHs, untilBlocked } from '../support/waiting.ts'

const database = useDatabase()
const servers = useServers(database, {}, { alone: true })
const both = ['data', 'auth'] as const

async function expectUnready(error: string): Promise<void> {
  for (const server of both) {
    const { status, body } = await servers[server]('/ready')
    expect([server, status, body]).toEqual([server, 503, { error }])
    expect((await servers[server]('/health')).status).toBe(200)
  }
}

it('both servers are healthy and ready, without token or Sis-Key', async () => {
  for (const server of both)
    for (const path of ['/health', '/ready']) {
      const { status, body } = await servers[server](path)
      expect([status, body]).toEqual([200, { status: 'ok' }])
    }
})

it('a server of the demo is ready while its past is still being loaded, and tells so', async () => {
  const owner = await database.as('owner')
  await owner.query("insert into request.remplissages values ('hs', '2026-11-26')")
  const answer = async () => (await servers.data('/ready')).body
  expect(await answer()).toEqual({ status: 'ok', filling: true })
  await owner.query('delete from request.remplissages')
  expect(await answer()).toEqual({ status: 'ok' })
})

it('a server is not ready while migrations are pending, and is again afterwards', async () => {
  const owner = await database.as('owner')
  const newest = 'where filename = (select max(filename) from graphile_migrate.migrations)'
  await owner.query(`update graphile_migrate.migrations set hash = 'x' || hash ${newest}`)
  await expectUnready('Les migrations de la base ne sont pas à jour')
  await owner.query(`update graphile_migrate.migrations set hash = substr(hash, 2) ${newest}`)
  for (const server of both) expect((await servers[server]('/ready')).status).toBe(200)
})

it('a server is not ready on a database without a schema', async () => {
  const owner = await database.as('owner')
  await owner.query('alter function request.has_migration(text) rename to no_migration')
  await expectUnready('Les migrations de la base ne sont pas à jour')
  await owner.query('alter function request.no_migration(text) rename to has_migration')
})

it('any number of probes takes one connection of a pool, and leaves the others to accounts', async () => {
  const other = await beginInHs(database, [])
  await other.query('lock table request.ecriture')
  const probes = Promise.all(Array.from({ length: 20 }, () => servers.data('/ready')))
  await untilBlocked(database)
  const asked = { as: 'commandant@example.org', sis: 'hs' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => servers.data('/api/v2/vehicules', asked)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  // The server has a pool for each API.
  expect(await waiting()).toBe(2)
  await other.end()
  for (const { status } of await probes) expect([200, 503]).toContain(status)
})

/** The number of statements that wait for the row that probes write. */
async function waiting(): Promise<number> {
  const { rows } = await (await database.as('owner')).query(
    `select count(*)::integer as count from pg_locks
      where relation = 'request.ecriture'::regclass and not granted`,
  )
  return rows[0].count
}

it('a server is not ready while the worker of its process does not work', async () => {
  let fault: string | null = null
  const app = express().use(answerHealth([], { fault: () => fault }, () => ({})))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const ready = async () => {
    const answer = await fetch(
      `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}/ready`,
    )
    return [answer.status, await answer.json()]
  }
  expect(await ready()).toEqual([200, { status: 'ok' }])
  fault = 'Aucune messagerie n’est relevée'
  expect(await ready()).toEqual([503, { error: 'Aucune messagerie n’est relevée' }])
  server.close()
})

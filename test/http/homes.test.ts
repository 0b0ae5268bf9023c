import { beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../src/http/document/operation.ts'
import { readSis } from '../db/archive/whole_sis.ts'
import { openStream } from '../support/event_stream.ts'
import { inOrder } from '../support/in_order.ts'
import { useDoors } from './every_operation/doors.ts'
import { operations } from './every_operation/schema.ts'
import { upToDate } from './live/streams_fixture.ts'
import type { Sample } from './samples/sample.ts'

const doors = useDoors()
const { database, servers, told } = doors
const samples = new Map<Operation, Sample>()
const error = 'Ce SIS est servi par une autre base de données : réessayez dans un instant'
const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${servers.urls().data}${path}`, { headers })
const asOwner = async (text: string) => (await database.as('owner')).query(text)

beforeAll(async () => {
  for (const each of operations) samples.set(each, await doors.sampleOf(each))
})

// Every row of both SIS, the journal included, and the jobs that wait.
async function read(): Promise<unknown> {
  const { rows } = await (await database.as('admin')).query(
    'select key, task_identifier from graphile_worker.jobs order by id',
  )
  return [await readSis(database, 'hs'), await readSis(database, 'test'), rows]
}

describe('a SIS that is served by another database', inOrder, () => {
  it('has the streams ended that are open here', async () => {
    const headers = { 'sis-key': 'hs', authorization: await doors.bearer() }
    const stream = await openStream(`${servers.urls().data}/api/v2/alarmes/flux`, headers)
    await upToDate(stream)
    await asOwner("delete from request.homes where sis_key = 'hs'")
    await asOwner("select pg_notify(request.channel('caserne_alarmes'), 'hs')")
    await stream.ended
  })

  it('is refused by every operation, which writes nothing', { timeout: 120_000 }, async () => {
    const before = await read()
    const others: unknown[] = []
    for (const [operation, sample] of samples) {
      const { status, headers, body } = await doors.knock(operation, sample)
      if (status !== 503 || headers['retry-after'] !== '5' || body?.error !== error)
        others.push([operation.id, status])
    }
    // It says the same to all, and reads nothing.
    expect(others).toEqual([['get_mobile_version', 200]])
    expect(await read()).toEqual(before)
  })

  it('is refused before what the request lacks, by REST and GraphQL', async () => {
    expect(await told('POST /grades', { rang: 'x' })).toEqual([503, { error }])
    expect(await told('GET /journal', undefined, { as: 'lecteur@example.org' })).toEqual([503, { error }])
    const as = { as: 'commandant@example.org', sis: 'hs' }
    const query = { ...as, method: 'POST', body: { query: '{ sapeurs { id } }' } }
    expect(await servers.data('/graphql', query)).toMatchObject({ status: 503, body: { error } })
  })

  it('keeps its accounts, which are kept here', async () => {
    const as = { as: 'commandant@example.org', sis: 'hs' }
    expect((await servers.auth('/api/v1/roles', as)).status).toBe(200)
  })

  it('is refused to tokens that begin with its key, known or not; those of no SIS stay unknown', async () => {
    const status = async (path: string, headers = {}) => (await open(path, headers)).status
    const [token, link] = ['x'.repeat(43), 'x'.repeat(22)]
    for (const [sis, ...expected] of [
      ['hs', 503, 503, 503, 503],
      ['ailleurs', 401, 404, 404, 410],
    ])
      expect([
        await status('/api/v2/mur', { token: `${sis}.${token}` }),
        await status(`/ics/${sis}.${token}.ics`),
        await status(`/api/v2/sis-logo/${sis}`),
        await status(`/r/${sis}.${link}`),
      ]).toEqual(expected)
    expect((await open(`/r/hs.${link}`)).headers.get('retry-after')).toBe('5')
  })

  it('changes nothing for another SIS, which reads and writes', { timeout: 120_000 }, async () => {
    const failed: unknown[] = []
    for (const operation of operations.filter(
      ({ method, id }) => method === 'get' || id === 'create_grade',
    )) {
      const sample = await doors.sampleOf(operation, 'test')
      const headers = { 'sis-key': 'test' }
      const { status } = await doors.knock(operation, sample, { headers }, { sis: 'test' })
      if (status >= 300) failed.push([operation.id, status])
    }
    expect(failed).toEqual([])
  })

  it('is served again as before once it is at home here', async () => {
    await asOwner("insert into request.homes (sis_key) values ('hs')")
    expect((await told('GET /grades'))[0]).toBe(200)
  })
})

import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { from } from '../support/throttled.ts'
import { soon, useStreams } from './live/streams_fixture.ts'

const streams = useStreams({ FAILURES_ALLOWED: '2', TRUST_PROXY: '1' }, { alone: true, direct: true })
const { servers, database } = streams
const how = { as: 'commandant@example.org', sis: 'hs' }

/** How much counters grew while something was done. */
async function growth(series: string[], act: () => Promise<unknown>) {
  const values = async () => {
    const figure = await servers.figures()
    return series.map((each) => figure(each) ?? 0)
  }
  const before = await values()
  await act()
  // A request is counted when its connection says that the answer is out.
  const found = async () => (await values()).map((value, n) => value - (before[n] ?? 0))
  return { found }
}
const requests = (operation: string, status: number, server = 'data') =>
  `caserne_http_requests_total{server="${server}",operation="${operation}",status="${status}"}`
const durations = (operation: string, kind: string) =>
  `caserne_http_request_duration_seconds_count{server="data",operation="${operation}",class="${kind}"}`

describe('requests', () => {
  it('are counted by operation and status, and measured by class of status', async () => {
    const { found } = await growth(
      [
        ...[requests('list_grades', 200), requests('list_grades', 304), requests('get_intervention', 404)],
        ...[
          durations('list_grades', '2xx'),
          durations('list_grades', '3xx'),
          durations('get_intervention', '4xx'),
        ],
      ],
      async () => {
        const { headers } = await servers.data('/api/v2/grades', how)
        const known = { 'if-none-match': headers.get('etag') ?? '' }
        await servers.data('/api/v2/grades', { ...how, headers: known })
        await servers.data('/api/v2/interventions/999999', how)
      },
    )
    await expect.poll(found, soon).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('of unknown paths share one label, and probes and GraphQL have their own', async () => {
    const { found } = await growth(
      [requests('other', 404), requests('health', 200), requests('graphql', 401)],
      async () => {
        for (const path of ['/rien', '/api/v2/rien', '/wp-login.php', '/health']) await servers.data(path)
        await servers.data('/graphql', { method: 'POST', body: {} })
      },
    )
    await expect.poll(found, soon).toEqual([3, 1, 1])
  })

  it('whose client leaves are counted as 499', async () => {
    const admin = await database.as('admin')
    await admin.query('begin; lock table app.fonctions')
    const { found } = await growth([requests('list_fonctions', 499)], async () => {
      const { accessToken } = await servers.signIn(how.as)
      const headers = { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' }
      const asked = request(`${servers.urls().data}/api/v2/fonctions`, { headers }).on(
        'error',
        () => undefined,
      )
      asked.end()
      const waiting = "select from pg_locks where not granted and relation = 'app.fonctions'::regclass"
      await expect.poll(async () => (await admin.query(waiting)).rowCount, soon).toBe(1)
      asked.destroy()
    })
    await expect.poll(found, soon).toEqual([1])
    await admin.query('rollback')
  })
})

describe('sign-ins', () => {
  it('that are refused are counted by reason, and throttled attempts by limit', async () => {
    const reason = (each: string) => `caserne_sign_ins_refused_total{server="auth",reason="${each}"}`
    const { found } = await growth(
      [reason('credentials'), reason('throttled'), 'caserne_throttled_total{limit="compte"}'],
      async () => {
        const address = (n: number) => from(`192.0.2.${n}`)
        for (const n of [1, 2, 3]) await servers.logIn('chef@example.org', 'faux', address(n))
      },
    )
    await expect.poll(found, soon).toEqual([2, 1, 1])
  })
})

describe('a stream', () => {
  it('is shown while it is open, with its alarms and how long they took', async () => {
    const stream = await streams.listenUp()
    const figure = await servers.figures()
    expect(figure('caserne_alarme_streams')).toBe(1)
    const { found } = await growth(
      ['caserne_alarme_stream_events_total{sis="hs"}', 'caserne_alarme_stream_lag_seconds_count{sis="hs"}'],
      async () => {
        await streams.alarm('au flux')
        await expect.poll(() => stream.data().length, soon).toBe(1)
      },
    )
    // The lag is noted once the alarm has been written.
    await expect.poll(found, soon).toEqual([1, 1])
    expect((await servers.figures())('caserne_listener_up')).toBe(1)
    stream.close()
    await expect.poll(async () => (await servers.figures())('caserne_alarme_streams'), soon).toBe(0)
    const later = await servers.figures()
    expect(later(requests('watch_alarmes', 499))).toBe(1)
    expect(later(durations('watch_alarmes', '4xx'))).toBeUndefined()
  })
})

it('an answer that is sent again from memory is counted as such', async () => {
  const { found } = await growth(
    ['caserne_kept_answers_total{result="built"}', 'caserne_kept_answers_total{result="sent_again"}'],
    async () => {
      for (let n = 0; n < 3; n += 1) await servers.data('/api/v2/permis', how)
    },
  )
  expect(await found()).toEqual([1, 2])
})

describe('GraphQL', () => {
  it('shows its thread and the memory of the thread', async () => {
    const idle = await servers.figures()
    expect([idle('caserne_graphql_thread_starts'), idle('caserne_graphql_heap_bytes')]).toEqual([0, 0])
    expect(
      (await servers.data('/graphql', { ...how, method: 'POST', body: { query: '{ __typename }' } })).status,
    ).toBe(200)
    const figure = await servers.figures()
    expect(figure('caserne_graphql_thread_starts')).toBe(1)
    expect(figure('caserne_graphql_heap_bytes')).toBeGreaterThan(10 * 2 ** 20)
    expect(figure('caserne_graphql_requests{state="running"}')).toBe(0)
  }, 60_000)
})

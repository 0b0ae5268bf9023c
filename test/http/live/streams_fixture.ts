import { afterEach, expect } from 'vitest'
import { type EventStream, openStream } from '../../support/event_stream.ts'
import type { Installed } from '../../support/servers.ts'
import { claims, forge } from '../../support/tokens.ts'
import { type DataApi, useDataApi } from '../data_fixture.ts'

/** The caller of a stream, and its starting place. */
interface Listening {
  sis?: string
  /** The account, by its id. */
  user?: number
  permissions?: string[]
  headers?: Record<string, string>
  query?: string
  /** Replaces claims of the token: `exp`, for example. */
  payload?: Record<string, unknown>
}

/** The data API with clients of GET /alarmes/flux. */
interface Streams extends DataApi {
  /** Opens a stream, closed at the end of the test. */
  listen(listening?: Listening): Promise<EventStream>
  /** Like listen, and waits until the stream is up to date. */
  listenUp(listening?: Listening): Promise<EventStream>
  /** Stores an alarm and returns its id. */
  alarm(adresse: string, sis?: string): Promise<string>
}

/** Deadlines of immediate events, generous for a busy machine. */
export const soon = { timeout: 25_000, interval: 10 }

/** Resolves when a stream has reported that it is up to date. */
export async function upToDate(stream: EventStream): Promise<void> {
  await expect.poll(() => stream.data('a_jour'), soon).toHaveLength(1)
}

/** Starts the data API for one test file. */
export function useStreams(env: Record<string, string> = {}, installed: Installed = {}): Streams {
  const api = useDataApi(env, undefined, installed)
  const opened: EventStream[] = []
  afterEach(() => {
    for (const stream of opened.splice(0)) stream.close()
  })
  const listen: Streams['listen'] = async (listening = {}) => {
    const {
      sis = 'hs',
      user = 1,
      permissions = ['intervention.lecture'],
      headers = {},
      query = '',
    } = listening
    const data = claims({ id: user, permissions: { [sis]: permissions } })
    const token = await forge(api.servers.key, { payload: { data, ...listening.payload } })
    const stream = await openStream(`${api.servers.urls().data}/api/v2/alarmes/flux${query}`, {
      'sis-key': sis,
      authorization: `Bearer ${token}`,
      ...headers,
    })
    opened.push(stream)
    return stream
  }
  return {
    ...api,
    listen,
    listenUp: async (listening) => {
      const stream = await listen(listening)
      await upToDate(stream)
      return stream
    },
    alarm: async (adresse, sis = 'hs') => {
      const [row] = await api.sql(
        `insert into app.alarmes (date, type, adresse, intervention_voulue)
         values ('2026-03-14 13:29:45Z', 'Alarme réelle', $1, false) returning id::text`,
        [adresse],
        sis,
      )
      return String(row?.id)
    },
  }
}

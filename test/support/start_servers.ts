import { pino } from 'pino'
import { type KeyRing, openKeyRing } from '../../src/auth/keys.ts'
import { tokenVerifier } from '../../src/auth/tokens.ts'
import { readConfig } from '../../src/config.ts'
import { measurePool } from '../../src/db/measure_pool.ts'
import { createPool } from '../../src/db/pool.ts'
import { createApp } from '../../src/http/app.ts'
import { dataDatabase } from '../../src/http/cells/databases.ts'
import { openCells } from '../../src/http/cells/open_cells.ts'
import { openStandby } from '../../src/http/cells/open_standby.ts'
import { GraphqlEngine } from '../../src/http/graphql/engine.ts'
import { measureGraphql } from '../../src/http/graphql/measure.ts'
import { threadSettings } from '../../src/http/graphql/thread_messages.ts'
import { AlarmeStreams } from '../../src/http/live/alarme_streams.ts'
import { listen } from '../../src/http/server/listening.ts'
import { measureDatabase } from '../../src/http/watch/measure_database.ts'
import { Metrics } from '../../src/process/metrics.ts'
import { Readiness } from '../../src/process/readiness.ts'
import type { Started } from '../../src/process/started.ts'
import type { TestDatabase } from './database.ts'

/** Options for starting servers. */
export interface ServersSetting {
  urls: Pick<TestDatabase['urls'], 'auth' | 'api' | 'read'>
  env: Record<string, string>
  keyFile: string
  /** Takes each line of the log. */
  write(line: string): void
  /** Stops them. */
  started: Started
  /** In an installation: one data server instead of two. */
  alone?: boolean
  /** In an installation: not through PgBouncer. */
  direct?: boolean
}

/** Running servers. */
export interface RunningServers {
  /** The address of the data server; of several, of each in turn. */
  data(): string
  auth: string
  /** The keys, as this process reads them. */
  ring: KeyRing
  /** Their figures in the text format of Prometheus. */
  figures(): Promise<string>
  /** The same as this process has it; absent if they run in other processes. */
  metrics?: Metrics
}

/** Starts both servers in this process, so that tests need not wait for two programs. */
export async function startServers({
  urls,
  env,
  keyFile,
  write,
  started,
}: ServersSetting): Promise<RunningServers> {
  const config = readConfig(env)
  const metrics = new Metrics()
  const log = pino({ level: config.LOG_LEVEL }, { write })
  const keys = started.add(await openKeyRing(keyFile, log), async (ring) => ring.close())
  const verify = tokenVerifier(keys)
  const setting = { config, log, started, metrics, readiness: new Readiness() }
  const answer = config.DATABASE_TIMEOUT_SECONDS * 1_000
  const slowness = { slowMs: config.SLOW_STATEMENT_MS }
  const pool = (name: string, url: string, size: number) => {
    const made = started.add(createPool(url, size, log, { answer }, slowness), (each) => each.end())
    measurePool(metrics, name, made)
    measureDatabase(metrics, name, made)
    return made
  }
  const issuer = { keys, auth: pool('auth', urls.auth, 5), passwords: pool('passwords', urls.auth, 2) }
  // GraphQL starts its thread at the first query, so that other tests do not wait for it.
  const standby = openStandby(setting, urls)
  const engine = new GraphqlEngine(threadSettings(config, urls), log, { standby })
  const graphql = started.add(engine, (each) => each.close())
  measureGraphql(metrics, graphql)
  // Fewer than in production: each session plans every statement for itself.
  const own = dataDatabase(config, pool('api', urls.api, Math.min(config.DATABASE_POOL_SIZE, 5)), standby)
  const { databases, listener } = await openCells(setting, urls.api, own)
  const streams = new AlarmeStreams(listener, { limit: config.ALARM_STREAMS, atOnce: 3, log, metrics })
  const api = { databases, listener, streams }
  const foundation = { config, log, verify, issuer, metrics }
  const serve = async (app: ReturnType<typeof createApp>) => {
    const { port } = started.add(
      await listen(app, { host: '127.0.0.1', port: 0, variable: 'PORT' }),
      (each) => each.close(),
    )
    return `http://127.0.0.1:${port}`
  }
  const data = await serve(createApp({ ...foundation, api, ...(config.GRAPHQL && { graphql }) }))
  const auth = await serve(createApp(foundation))
  started.add(streams, async (each) => each.close())
  return { data: () => data, auth, ring: keys, metrics, figures: () => metrics.text() }
}

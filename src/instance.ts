import type { Express } from 'express'
import type { Pool } from 'pg'
import { type KeyRing, openKeyRing } from './auth/keys.ts'
import { remoteTokenVerifier, tokenVerifier, type Verify } from './auth/tokens.ts'
import { keyFile } from './config.ts'
import { isStandby } from './db/is_standby.ts'
import { measurePool } from './db/measure_pool.ts'
import { createPool, type Patience } from './db/pool.ts'
import { sharesSessions } from './db/shares_sessions.ts'
import type { Standby } from './db/standby.ts'
import type { DatabaseUrls } from './db/urls.ts'
import { refuseDemoAccounts } from './demo/refuse_demo.ts'
import { createApp } from './http/app.ts'
import type { Issuer } from './http/auth_api.ts'
import { dataDatabase } from './http/cells/databases.ts'
import { openCells } from './http/cells/open_cells.ts'
import { openStandby } from './http/cells/open_standby.ts'
import { GraphqlEngine } from './http/graphql/engine.ts'
import { measureGraphql } from './http/graphql/measure.ts'
import { threadSettings } from './http/graphql/thread_messages.ts'
import { AlarmeStreams } from './http/live/alarme_streams.ts'
import { checkDatabase, type Listening, listen, warnOfLimits } from './http/server/listening.ts'
import { refusePlainHttp } from './http/server/plain_http.ts'
import { tlsFiles } from './http/server/tls.ts'
import { measureDatabase } from './http/watch/measure_database.ts'
import { measureTls } from './http/watch/measure_tls.ts'
import type { Setting } from './process/setting.ts'

/** Starts one server or both, after checking that the database may be served (checkDatabase). */
export async function startServers(
  given: Setting,
  urls: DatabaseUrls,
  which: ('auth' | 'data')[],
): Promise<Partial<Record<'auth' | 'data', Listening>>> {
  const setting = await withoutNames(given, which.includes('data') ? urls.api : urls.auth)
  const { config, log, started, metrics, readiness } = setting
  refusePlainHttp(config)
  const files = tlsFiles(config)
  const tls = files && { files, log }
  measureTls(metrics, files?.cert)
  const { keys, verify } = await openKeys(setting, which)
  const issuer = keys?.canSign ? await openIssuer(setting, urls, keys) : undefined
  const foundation = { config, log, verify, metrics, readiness, ...(issuer && { issuer }) }
  const serve = async (app: Express, variable: 'AUTH_PORT' | 'DATA_PORT') => {
    const address = { host: config.HOST, port: config[variable], variable, ...(tls && { tls }) }
    const server = started.add(await listen(app, address), (each) => each.close())
    log.info(
      { server: variable === 'AUTH_PORT' ? 'auth' : 'data', host: config.HOST, port: server.port },
      'listening',
    )
    return server
  }
  const listening: Partial<Record<'auth' | 'data', Listening>> = {}
  if (which.includes('data')) {
    const pool = await openPool(setting, 'api', urls.api, config.DATABASE_POOL_SIZE)
    await warnOfLimits(pool, log)
    const standby = openStandby(setting, urls)
    const { databases, listener } = await openCells(setting, urls.api, dataDatabase(config, pool, standby))
    // Streams use at most half of the pool, so that other requests always find a connection.
    const atOnce = Math.ceil(config.DATABASE_POOL_SIZE / 2)
    const streams = new AlarmeStreams(listener, {
      limit: config.ALARM_STREAMS,
      atOnce,
      laneOf: (sisKey) => databases.poolOf(sisKey),
      log,
      metrics,
    })
    const graphql = config.GRAPHQL ? openGraphql(setting, urls, standby) : undefined
    const api = { databases, listener, streams }
    const app = createApp({ ...foundation, api, ...(graphql && { graphql }) })
    listening.data = await serve(app, 'DATA_PORT')
    // Added after the server, so stopped before it: the server waits for open answers, and a stream never ends.
    started.add(streams, async (each) => each.close())
  }
  if (!which.includes('data') && issuer) await warnOfLimits(issuer.auth, log)
  if (which.includes('auth')) listening.auth = await serve(createApp(foundation), 'AUTH_PORT')
  return listening
}

// Without the names of statements, if sessions are shared: a name may stand for nothing, or for another statement.
async function withoutNames(setting: Setting, url: string): Promise<Setting> {
  const { config, log } = setting
  if (!config.DATABASE_NAMED_STATEMENTS || !(await sharesSessions(url))) return setting
  log.warn('a pooler shares sessions: statements are sent without names (DATABASE_NAMED_STATEMENTS=false)')
  return { ...setting, config: { ...config, DATABASE_NAMED_STATEMENTS: false } }
}

function openGraphql(
  { config, log, started, metrics }: Setting,
  urls: DatabaseUrls,
  standby: Standby | undefined,
): GraphqlEngine {
  const engine = new GraphqlEngine(threadSettings(config, urls), log, { standby })
  measureGraphql(metrics, engine)
  return started.add(engine, (each) => each.close())
}

// A data server that verifies tokens by another server's JWKS (AUTH_JWKS_URL) needs no keys of its own.
async function openKeys(
  { config, log, started }: Setting,
  which: ('auth' | 'data')[],
): Promise<{ keys: KeyRing | null; verify: Verify }> {
  const remote = config.AUTH_JWKS_URL === undefined ? null : remoteTokenVerifier(config.AUTH_JWKS_URL)
  if (remote && config.AUTH_KEY_FILE === undefined && !which.includes('auth'))
    return { keys: null, verify: remote }
  const file = keyFile(config)
  const keys = started.add(await openKeyRing(file, log), async (ring) => ring.close())
  if (which.includes('auth') && !keys.canSign)
    throw new Error(
      `${file} ne contient aucune clé privée : le serveur d’authentification ne pourrait rien signer.`,
    )
  return { keys, verify: remote ?? tokenVerifier(keys) }
}

async function openIssuer(setting: Setting, urls: DatabaseUrls, keys: KeyRing): Promise<Issuer> {
  const auth = await openPool(setting, 'auth', urls.auth, setting.config.DATABASE_POOL_SIZE)
  await requireUsers(auth)
  // If everyone in a station signs in at once, the last one waits until all the others' passwords are hashed.
  const size = setting.config.PASSWORD_POOL_SIZE
  const passwords = await openPool(setting, 'passwords', urls.auth, size, { connection: 30_000 })
  return { keys, auth, passwords }
}

// People sign in where their accounts are kept.
async function requireUsers(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ kept: boolean }>('select request.keeps_users() as kept')
  if (rows[0]?.kept !== true)
    throw new Error(
      'Cette base est une cellule qui reçoit les comptes : le serveur d’authentification se lance sur la base qui les tient.',
    )
}

async function openPool(
  { config, log, started, metrics }: Setting,
  name: 'api' | 'auth' | 'passwords',
  url: string,
  size: number,
  patience: Patience = {},
): Promise<Pool> {
  const options = { slowMs: config.SLOW_STATEMENT_MS }
  const pool = started.add(
    createPool(url, size, log, { answer: config.DATABASE_TIMEOUT_SECONDS * 1_000, ...patience }, options),
    (each) => each.end(),
  )
  await checkDatabase(pool)
  if (await isStandby(pool)) log.warn('the database is a standby: writes are answered 503')
  await refuseDemoAccounts(pool, config)
  measurePool(metrics, name, pool)
  // The pool of passwords has the same database.
  if (name !== 'passwords') measureDatabase(metrics, name, pool)
  return pool
}

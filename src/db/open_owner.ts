import { lstatSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import pino from 'pino'
import type { Setting } from '../process/setting.ts'
import { explainForeign, foreignMigrations } from './foreign_migrations.ts'
import { joinEmbedded } from './join_embedded.ts'
import { connectAsOwner, isMigrated, requireMigrated } from './migrate.ts'

/**
 * Connects as caserne_owner to the instance's database: the one of DATABASE_URL, else the embedded database. If no
 * other program runs the embedded database, it runs for as long as the command.
 * @throws when there is none, it is unreachable or lags the migrations; the message says what to do.
 */
export async function openOwner(setting: Setting): Promise<pg.Client> {
  const client = await openUnmigrated(setting)
  if (setting.config.DATABASE_URL !== undefined) {
    await requireMigrated(client)
    return client
  }
  // As the superuser: before the first migration there is no caserne_owner.
  if (!(await isMigrated(client))) {
    const [foreign] = await foreignMigrations(client)
    if (foreign !== undefined) throw new Error(explainForeign(foreign))
    throw new Error(
      `La base de ${setting.config.DATA_DIR} n’est pas à jour : attendez que npm start soit prêt, ou relancez-le.`,
    )
  }
  await client.query('set role caserne_owner')
  return client
}

/**
 * Connects to the same database, whatever migrations it has: as caserne_owner, to the embedded database as superuser.
 * @throws when there is none, or it is unreachable
 */
export function openUnmigrated(setting: Setting): Promise<pg.Client> {
  return setting.config.DATABASE_URL === undefined
    ? openEmbedded(setting)
    : openConfigured(setting, setting.config.DATABASE_URL)
}

async function openConfigured({ started }: Setting, url: string): Promise<pg.Client> {
  const client = started.add(await connectAsOwner(url), (each) => each.end())
  // The statement that a broken connection interrupts reports the error.
  client.on('error', () => undefined)
  return client
}

async function openEmbedded({ config, started }: Setting): Promise<pg.Client> {
  const directory = join(config.DATA_DIR, 'postgres')
  if (!holdsDatabase(directory)) {
    throw new Error(
      `Il n’y a pas encore de base dans ${config.DATA_DIR} (DATA_DIR). Lancez d’abord npm start, ou indiquez DATABASE_URL.`,
    )
  }
  // Silent: the log would appear among what the command prints.
  const log = pino({ level: 'silent' })
  const { client } = started.add(await joinEmbedded({ directory, port: config.EMBEDDED_PORT, log }), (each) =>
    each.leave(),
  )
  return client
}

// A directory that cannot be read counts too: opening it reports the fault.
function holdsDatabase(directory: string): boolean {
  if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) return false
  try {
    return statSync(join(directory, 'data'), { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

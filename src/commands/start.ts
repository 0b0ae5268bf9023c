import { type DatabaseUrls, databaseUrls } from '../db/urls.ts'
import type { Setting } from '../process/setting.ts'
import { awaitAndStart } from './await_and_start.ts'

/** Options of `caserne start`. */
export interface StartOptions {
  /** Whether the demo's database follows changes of sql/. */
  follow?: boolean
}

/** `caserne start`: both servers and the worker; without DATABASE_URL also the demo's database and mailbox. */
export async function start(setting: Setting, { follow = false }: StartOptions = {}): Promise<void> {
  let preparing: ReturnType<typeof prepareParts> | undefined
  const prepare = () => {
    preparing ??= prepareParts(setting)
    // A failure is reported below, once the database runs and can be stopped.
    preparing.catch(() => undefined)
    return preparing
  }
  const urls = await openUrls(setting, prepare)
  const { startAll, parts } = await prepare()
  await awaitAndStart(setting, urls.api, () => startAll(setting, urls, parts))
  if (setting.config.DATABASE_URL !== undefined) return
  const { startFilling } = await import('../demo/fill_demo.ts')
  startFilling(setting, urls.admin)
  if (follow) {
    const { followSql } = await import('../demo/follow_sql.ts')
    followSql(setting, urls.admin)
  }
}

// Imports on demand, because the database can start first: loading all parts takes half a second of processor time.
async function prepareParts(setting: Setting) {
  const { makeParts, startAll } = await import('./start_all.ts')
  return { startAll, parts: await makeParts(setting) }
}

async function openUrls(setting: Setting, onBusy: () => void): Promise<DatabaseUrls> {
  if (setting.config.DATABASE_URL !== undefined) return databaseUrls(setting.config)
  const { openDemoDatabase } = await import('../demo/open_database.ts')
  return await openDemoDatabase(setting, onBusy)
}

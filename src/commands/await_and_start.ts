import { awaitDatabase } from '../db/await_database.ts'
import { warnOfWalls } from '../db/walls.ts'
import type { Setting } from '../process/setting.ts'

/**
 * Waits until a database takes connections, starts what serves it, and then logs what a superuser should still forbid there.
 * @param url as one of the logins that are served with.
 */
export async function awaitAndStart<T>(setting: Setting, url: string, start: () => Promise<T>): Promise<T> {
  const { config, log, started } = setting
  await awaitDatabase(url, {
    seconds: config.DATABASE_WAIT_SECONDS,
    signal: started.stopping,
    onWait: (reason) => log.warn({ reason }, 'waiting for the database'),
  })
  const running = await start()
  await warnOfWalls(url, log)
  return running
}

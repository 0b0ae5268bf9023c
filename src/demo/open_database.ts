import { join } from 'node:path'
import { startEmbedded } from '../db/embedded.ts'
import { bootstrap, isMigrated, migrate } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { type DatabaseUrls, databaseUrls, rolePasswords } from '../db/urls.ts'
import type { Setting } from '../instance.ts'
import { loadDemo } from './load.ts'

const outdated = 'La base de la démo vient d’une autre version de Caserne. Pour repartir à neuf, supprimez'

/** Opens the embedded database, brought up to date and filled with the demo. */
export async function openDemoDatabase({ config, log, started }: Setting): Promise<DatabaseUrls> {
  const server = started.add(
    await startEmbedded({ directory: join(config.DATA_DIR, 'postgres'), port: config.EMBEDDED_PORT, log }),
    (each) => each.stop(),
  )
  const urls = databaseUrls(config, server.adminUrl)
  const admin = createPool(urls.admin, 1, log)
  try {
    if (!(await isMigrated(admin))) {
      await bootstrap(urls.admin, rolePasswords(urls))
      await migrate(urls.admin, log)
      // Until the first release the one migration is rewritten: a database that has seen another one cannot follow.
      if (!(await isMigrated(admin))) throw new Error(`${outdated} ${config.DATA_DIR}`)
    }
  } finally {
    await admin.end()
  }
  await loadDemo(urls.admin, { history: config.DEMO_HISTORY })
  return urls
}

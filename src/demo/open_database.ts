import { join } from 'node:path'
import { bootstrap } from '../db/bootstrap.ts'
import { startEmbedded } from '../db/embedded.ts'
import { isUpToDate } from '../db/list_migrations.ts'
import { migrate } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { printReport } from '../db/schema/describe_catch_up.ts'
import { type DatabaseUrls, databaseUrls, rolePasswords } from '../db/urls.ts'
import { type Step, showProgress } from '../process/progress.ts'
import { say } from '../process/run.ts'
import type { Setting } from '../process/setting.ts'
import { demoSteps, loadDemo } from './load.ts'
import { refuseDemo } from './refuse_demo.ts'

/**
 * Starts the embedded database, migrates it and loads the demo.
 * @param onBusy called while PostgreSQL starts (see startEmbedded).
 */
export async function openDemoDatabase(
  { config, log, started }: Setting,
  onBusy: () => void,
): Promise<DatabaseUrls> {
  refuseDemo(config)
  const server = started.add(
    await startEmbedded({
      directory: join(config.DATA_DIR, 'postgres'),
      port: config.EMBEDDED_PORT,
      onBusy,
      log,
    }),
    (each) => each.stop(),
  )
  started.addKill(() => server.kill())
  const urls = databaseUrls(config, server.adminUrl)
  // The older part follows in the background (fill_demo.ts).
  const history = config.DEMO_HISTORY && 'recent'
  const reports: string[] = []
  await showProgress(2 + demoSteps(history), async (show) => {
    // Ctrl-C ends the start here. The demo is loaded in one transaction, which the next start repeats.
    const step: Step = (name) => {
      started.stopping.throwIfAborted()
      show(name)
    }
    if (!(await isCurrent(urls.admin, log))) {
      step('rôles de la base')
      await bootstrap(urls.admin, rolePasswords(urls))
      step('migrations')
      await migrate(urls.admin, log, { onCatchUp: (report) => reports.push(printReport(report)) })
      log.info('database migrated')
    }
    if (await loadDemo(urls.admin, { history, step })) log.info('demo loaded')
  })
  // Below the bar of progress.
  for (const report of reports.filter(Boolean)) say(report)
  return urls
}

async function isCurrent(adminUrl: string, log: Setting['log']): Promise<boolean> {
  const admin = createPool(adminUrl, 1, log)
  return await isUpToDate(admin).finally(() => admin.end())
}

import { sharesSessions } from '../db/shares_sessions.ts'
import { databaseUrls } from '../db/urls.ts'
import { linksOf } from '../mail/mail_link.ts'
import type { Setting } from '../process/setting.ts'
import { configureInstanceMessagerie, outgoingMail, startMailWorker } from '../worker/mail_worker.ts'
import { awaitAndStart } from './await_and_start.ts'

/** `caserne worker`: starts a worker, after setting the instance's own mailbox. */
export async function work(setting: Setting): Promise<void> {
  const urls = databaseUrls(setting.config)
  await awaitAndStart(setting, urls.worker, async () => {
    if (await sharesSessions(urls.worker))
      throw new Error(
        'WORKER_DATABASE_URL mène à un pooler qui partage les sessions (PgBouncer, pool_mode = transaction) : le worker n’y entendrait pas les nouvelles tâches. Indiquez l’adresse de PostgreSQL lui-même.',
      )
    await configureInstanceMessagerie(setting, urls)
    await startMailWorker(setting, urls, outgoingMail(setting.config, linksOf(setting.config)))
  })
}

import { databaseUrls } from '../db/urls.ts'
import { linksOf } from '../mail/mail_link.ts'
import type { Setting } from '../process/setting.ts'
import { configureInstanceMessagerie, outgoingMail, startMailWorker } from '../worker/mail_worker.ts'
import { awaitAndStart } from './await_and_start.ts'

/** `caserne worker`: starts a worker, after setting the instance's own mailbox. */
export async function work(setting: Setting): Promise<void> {
  const urls = databaseUrls(setting.config)
  await awaitAndStart(setting, urls.worker, async () => {
    await configureInstanceMessagerie(setting, urls)
    await startMailWorker(setting, urls, outgoingMail(setting.config, linksOf(setting.config)))
  })
}

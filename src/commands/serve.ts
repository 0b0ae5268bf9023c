import { databaseUrls } from '../db/urls.ts'
import { startServers } from '../instance.ts'
import type { Setting } from '../process/setting.ts'
import { awaitAndStart } from './await_and_start.ts'

/** `caserne serve`: starts one server, on a database that is up to date. */
export async function serve(setting: Setting, which: 'auth' | 'data'): Promise<void> {
  const urls = databaseUrls(setting.config)
  const url = which === 'auth' ? urls.auth : urls.api
  await awaitAndStart(setting, url, () => startServers(setting, urls, [which]))
}

import { databaseUrls } from '../db/urls.ts'
import { type Setting, startServers } from '../instance.ts'

/** Starts one of the servers, on a database that is up to date. */
export async function serve(setting: Setting, which: 'auth' | 'data'): Promise<void> {
  await startServers(setting, databaseUrls(setting.config), [which])
}

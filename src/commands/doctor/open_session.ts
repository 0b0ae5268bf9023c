import { connect } from '../../db/connect.ts'
import { requireMigrated } from '../../db/migrate.ts'
import { openOwner } from '../../db/open_owner.ts'
import { databaseUrls } from '../../db/urls.ts'
import type { Setting } from '../../process/setting.ts'
import { errorText } from '../../text/error_text.ts'
import type { Session } from './examine.ts'

/**
 * Opens the best session there is: as caserne_owner by DATABASE_URL or the embedded database, else as the login of a
 * server or worker, if only such an address is configured.
 */
export async function openSession(setting: Setting): Promise<Session> {
  const { config, started } = setting
  const urls = databaseUrls(config)
  try {
    if (config.DATABASE_URL === undefined) {
      const login = (['api', 'auth', 'worker'] as const).find(
        (each) => config[`${each.toUpperCase() as 'API' | 'AUTH' | 'WORKER'}_DATABASE_URL`] !== undefined,
      )
      if (login !== undefined) {
        const client = started.add(await connect(urls[login]), (each) => each.end())
        client.on('error', () => undefined)
        await requireMigrated(client)
        return { client, asOwner: false }
      }
    }
    return { client: await openOwner(setting), asOwner: true }
  } catch (error) {
    return { fault: errorText(error) }
  }
}

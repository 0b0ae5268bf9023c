import { connectMigrated } from '../db/migrate.ts'
import type { MailboxSettings } from '../mail/imap/mailbox_settings.ts'
import { toRow } from './releves/messagerie_row.ts'

/**
 * Writes the settings of the instance's own mailbox, which serves every SIS. The password is stored sealed.
 * @param url address of the database as caserne_worker.
 * @param key MAILBOX_KEY, in base64.
 * @throws when the database is not migrated; the message says what to do.
 */
export async function setInstanceMessagerie(
  url: string,
  settings: MailboxSettings,
  key: string,
): Promise<void> {
  const { mot_de_passe, ...row } = toRow(settings, key, '*')
  const password = Buffer.from(mot_de_passe, 'base64')
  await call(url, 'select jobs.set_instance_messagerie($1, $2)', [JSON.stringify(row), password])
}

/** Disables the instance's own mailbox, if there is one. Address and errors as above. */
export async function disableInstanceMessagerie(url: string): Promise<void> {
  await call(url, 'select jobs.disable_instance_messagerie()', [])
}

async function call(url: string, text: string, values: unknown[]): Promise<void> {
  // Not a pool: ending a pool does not wait until its connections are closed.
  const client = await connectMigrated(url)
  try {
    await client.query(text, values)
  } finally {
    await client.end()
  }
}

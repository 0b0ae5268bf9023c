import type pg from 'pg'
import { openText, sealedPlace, sealText } from '../../text/sealed_text.ts'
import type { MailboxKeys } from './reseal_mailboxes.ts'

// Sealed columns, and what they are sealed for.
const sealed = [
  { table: 'app.webhooks', column: 'secret', place: sealedPlace.webhook },
  { table: 'app.appareils', column: 'abonnement', place: sealedPlace.abonnement },
]

/**
 * Encrypts secrets of webhooks and push subscriptions of a SIS by the key of this instance. Those that no key opens
 * stay: a worker disables such a webhook and removes such a device.
 */
export async function resealSecrets(client: pg.Client, sis: string, keys: MailboxKeys): Promise<void> {
  for (const { table, column, place } of sealed) {
    const { rows } = await client.query<{ id: string; text: Buffer }>(
      `select id, ${column} as text from ${table} where sis_key = $1 and ${column} is not null order by id`,
      [sis],
    )
    for (const { id, text } of rows) {
      const opened = keys.before === null ? null : openText(text, keys.before, place(sis))
      if (opened === null) continue
      await client.query(`update ${table} set ${column} = $3 where sis_key = $1 and id = $2`, [
        sis,
        id,
        sealText(opened, keys.here, place(sis)),
      ])
    }
  }
}

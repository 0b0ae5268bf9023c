import type pg from 'pg'
import { openText, sealedPlace, sealText } from '../../text/sealed_text.ts'
import { becomeSuperuser } from './carried_tables.ts'
import { type Mailbox, type MailboxKeys, resealMailboxes } from './reseal_mailboxes.ts'
import { resealSecrets } from './reseal_secrets.ts'

/**
 * Encrypts by MAILBOX_KEY what the key before it encrypted: passwords of mailboxes, secrets of webhooks, push
 * subscriptions, and the push key. The mailbox of the instance gets its password from IMAP_URL when a worker starts.
 * @param client within the transaction that commits it
 * @returns active mailboxes whose password neither key opens
 * @throws in French when neither key opens the push key: then the key before is not that of this instance
 */
export async function resealInstance(client: pg.Client, keys: MailboxKeys): Promise<Mailbox[]> {
  await becomeSuperuser(client)
  // Neither versions nor the journal: nobody has changed anything.
  await client.query('set local session_replication_role = replica')
  await resealPushKey(client, keys)
  const { rows } = await client.query<{ sis: string }>('select api_key as sis from auth.sis order by api_key')
  const closed: Mailbox[] = []
  for (const { sis } of rows) {
    closed.push(...(await resealMailboxes(client, sis, keys)))
    await resealSecrets(client, sis, keys)
  }
  return closed
}

async function resealPushKey(client: pg.Client, { here, before }: MailboxKeys): Promise<void> {
  const { rows } = await client.query<{ privee: Buffer }>('select privee from request.push_keys')
  const sealed = rows[0]?.privee
  // No worker has started yet.
  if (sealed === undefined || openText(sealed, here, sealedPlace.pushKey) !== null) return
  const opened = before === null ? null : openText(sealed, before, sealedPlace.pushKey)
  if (opened === null)
    throw new Error(
      'Ni MAILBOX_KEY ni la clé du fichier ne sont celle de cette instance : rien n’est changé.',
    )
  await client.query('update request.push_keys set privee = $1', [
    sealText(opened, here, sealedPlace.pushKey),
  ])
}

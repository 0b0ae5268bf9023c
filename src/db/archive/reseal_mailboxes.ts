import type pg from 'pg'
import { type SealedFor, seal, unseal } from '../../mail/seal.ts'

/** The keys that mailbox passwords may be sealed with: that of this instance, and that of the one before. */
export interface MailboxKeys {
  here: string
  before: string | null
}

export interface Mailbox {
  id: string
  host: string
  port: number
  securite: string
  utilisateur: string
  mot_de_passe: Buffer
}

/**
 * Encrypts the passwords of the SIS's active mailboxes by the key of this instance.
 * @returns those that no key opens
 */
export async function resealMailboxes(client: pg.Client, sis: string, keys: MailboxKeys): Promise<Mailbox[]> {
  const { rows } = await client.query<Mailbox>(
    `select id, host, port, securite, utilisateur, mot_de_passe
       from app.messageries where sis_key = $1 and active order by id`,
    [sis],
  )
  const closed: Mailbox[] = []
  for (const mailbox of rows) {
    const { id, host, port, securite, utilisateur: user, mot_de_passe } = mailbox
    const place = { sis, host, port, security: securite, user }
    if (open(mot_de_passe, keys.here, place) !== null) continue
    const password = keys.before === null ? null : open(mot_de_passe, keys.before, place)
    if (password === null) closed.push(mailbox)
    else
      await client.query('update app.messageries set mot_de_passe = $3 where sis_key = $1 and id = $2', [
        sis,
        id,
        seal(password, keys.here, place),
      ])
  }
  return closed
}

/** Disables mailboxes, as their users would. */
export async function disableMailboxes(client: pg.Client, sis: string, mailboxes: Mailbox[]): Promise<void> {
  const ids = mailboxes.map(({ id }) => id)
  await client.query('update app.messageries set active = false where sis_key = $1 and id = any ($2)', [
    sis,
    ids,
  ])
}

function open(sealed: Buffer, key: string, place: SealedFor): string | null {
  try {
    return unseal(sealed, key, place)
  } catch {
    return null
  }
}

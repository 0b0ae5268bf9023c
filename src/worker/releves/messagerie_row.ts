import { z } from 'zod'
import { type MailboxSettings, Security } from '../../mail/imap/mailbox_settings.ts'
import { seal, unseal } from '../../mail/seal.ts'

/**
 * A mailbox as functions of the database answer it: columns of app.messageries, the sealed password in
 * base64.
 */
export const MessagerieRow = z.object({
  host: z.string(),
  port: z.int(),
  securite: Security,
  utilisateur: z.string(),
  // Not z.base64(): PostgreSQL breaks it into lines of 76 characters.
  mot_de_passe: z.string(),
  dossier: z.string(),
  dossier_traite: z.string().nullable(),
  expediteurs: z.array(z.string()),
  lire_depuis: z.string().nullable(),
})
export type MessagerieRow = z.infer<typeof MessagerieRow>

/**
 * Settings of a mailbox, with the password opened.
 * @param key MAILBOX_KEY, in base64.
 * @param sis the mailbox's SIS, `*` for the instance.
 * @throws when the password was sealed with another key or for another place.
 */
export function fromRow(row: MessagerieRow, key: string, sis: string): MailboxSettings {
  const place = { sis, host: row.host, port: row.port, security: row.securite, user: row.utilisateur }
  return {
    host: row.host,
    port: row.port,
    security: row.securite,
    user: row.utilisateur,
    password: unseal(Buffer.from(row.mot_de_passe, 'base64'), key, place),
    folder: row.dossier,
    moveTo: row.dossier_traite,
    senders: row.expediteurs,
  }
}

/** A mailbox as the database stores it, with the password sealed. Key and SIS as above. */
export function toRow(settings: MailboxSettings, key: string, sis: string): MessagerieRow {
  return {
    host: settings.host,
    port: settings.port,
    securite: settings.security,
    utilisateur: settings.user,
    mot_de_passe: seal(settings.password, key, { ...settings, sis }).toString('base64'),
    dossier: settings.folder,
    dossier_traite: settings.moveTo,
    expediteurs: settings.senders,
    lire_depuis: settings.since ?? null,
  }
}

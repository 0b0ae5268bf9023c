import { type MakeSample, one, type Sample, type Sql, unique } from './sample.ts'

/** A mailbox with a message that failed: their ids as in a path. */
export async function addMessage(sql: Sql): Promise<{ id: number; message_id: number }> {
  const id = await one(
    sql,
    `insert into app.messageries (host, port, utilisateur, mot_de_passe, expediteurs)
     values ('mail.example.org', 993, $1, '\\x00', '{cet@alarme.example.org}') returning id`,
    [unique('alarmes')],
  )
  const name = unique('message')
  const message_id = await one(
    sql,
    `insert into app.messages (messagerie_id, uidvalidity, uid, message_id, sha256, expediteur, sujet, date, taille, etat, raison, contenu)
     values ($1, 7, 1, $2, $2, 'cet@alarme.example.org', 'Alarme', '2026-03-14 13:34Z', 3, 'failed', 'Illisible.', 'raw') returning id`,
    [id, name],
  )
  return { id, message_id }
}

const message = async (sql: Sql): Promise<Sample> => ({ path: await addMessage(sql) })

/** How to call the operations on the ledger of a mailbox. */
export const messageSamples: Record<string, MakeSample> = {
  list_messages: async (sql) => ({
    path: { id: (await addMessage(sql)).id },
    query: { etat: 'failed' },
  }),
  get_message: message,
  get_message_raw: message,
  relire_message: message,
}

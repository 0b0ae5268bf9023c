/**
 * A mailbox in one word: its SIS, `*` for the instance, and its id, e.g. `hs:7`. In another SIS the same id is another
 * mailbox. Notifications of the database, keys of jobs and log lines say it so too (jobs.messagerie_key).
 */
export type MessagerieKey = `${string}:${number}`

/** Place of a mailbox in answers of the database. */
interface Placed {
  sis_key: string
  messagerie_id: number
}

export function messagerieKey({ sis_key, messagerie_id }: Placed): MessagerieKey {
  return `${sis_key}:${messagerie_id}`
}

/** SIS and id of a mailbox, as functions of the database take them. */
export function partsOf(key: MessagerieKey): [sis: string, id: number] {
  const [sis = '', id] = key.split(':')
  return [sis, Number(id)]
}

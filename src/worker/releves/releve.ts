import { z } from 'zod'
import { MessagerieRow } from './messagerie_row.ts'

/** The answer of jobs.begin_releve: a mailbox and how far it has been read. */
export const Releve = MessagerieRow.extend({
  messagerie_id: z.int(),
  sis_key: z.string(),
  uidvalidity: z.int().nullable(),
  last_uid: z.int(),
  // UIDs of messages that were read but not yet marked.
  a_marquer: z.array(z.int()),
})
export type Releve = z.infer<typeof Releve>

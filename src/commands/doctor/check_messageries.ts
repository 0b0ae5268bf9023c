import { z } from 'zod'
import { hasSecrets, readMailboxKey } from '../../process/secrets.ts'
import { errorText } from '../../text/error_text.ts'
import { fromRow, MessagerieRow } from '../../worker/releves/messagerie_row.ts'
import type { Check, Examined } from './check.ts'
import { examineMessagerie } from './examine_messagerie.ts'
import { type Finding, fault, ok, unchecked } from './finding.ts'

const Listed = MessagerieRow.extend({
  id: z.number(),
  sis_key: z.string(),
  /** Seconds since the last success, if nobody reads it any more. */
  unread: z.number().nullable(),
})
type Listed = z.infer<typeof Listed>

/** The instance's own mailbox, as the settings have it. */
export const checkInstanceMessagerie: Check = {
  name: 'messageries',
  needs: 'settings',
  examine: async ({ config }) => {
    if (config.IMAP_URL === undefined)
      return [unchecked('IMAP_URL n’est pas donné : l’instance n’a pas de messagerie')]
    const settings = { ...config.IMAP_URL, moveTo: config.IMAP_MOVE_TO ?? null, senders: config.IMAP_SENDERS }
    return await examineMessagerie('IMAP_URL', settings, 'any')
  },
}

/** Every active mailbox in the database: whether a worker reads it, and whether it answers now. */
export const checkMessageries: Check = {
  name: 'messageries',
  needs: 'owner',
  examine: async (examined) => {
    const { rows } = await examined.database.query<{ messageries: unknown }>(
      'select jobs.list_messageries() as messageries',
    )
    const all = z.array(Listed).parse(rows[0]?.messageries)
    if (all.length === 0) return [ok('aucune n’est active dans la base')]
    return (await Promise.all(all.map((each) => examineListed(each, examined)))).flat()
  },
}

async function examineListed(row: Listed, { config }: Examined): Promise<Finding[]> {
  const who = `Messagerie ${row.id} (${row.sis_key}, ${row.host})`
  const silent =
    row.unread === null
      ? []
      : [
          fault(
            `${who} : personne ne la lit depuis ${Math.floor(row.unread / 60)} minutes.`,
            'Lancez un worker, ou voyez pourquoi le sien échoue.',
          ),
        ]
  // checkInstanceMessagerie tries it.
  if (row.sis_key === '*' && config.IMAP_URL !== undefined) return silent
  // Reading the key would make one.
  if (config.MAILBOX_KEY === undefined && !hasSecrets(config.DATA_DIR))
    return [...silent, unchecked(`${who} : il faut MAILBOX_KEY pour s’y connecter`)]
  const reach = row.sis_key === '*' ? 'any' : config.MAILBOX_PRIVATE_HOSTS
  try {
    const settings = fromRow(row, readMailboxKey(config), row.sis_key)
    return [...silent, ...(await examineMessagerie(who, settings, reach))]
  } catch (error) {
    return [
      ...silent,
      fault(`${who} : ${errorText(error)}`, 'Donnez MAILBOX_KEY, ou le mot de passe à nouveau.'),
    ]
  }
}

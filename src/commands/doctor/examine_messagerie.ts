import { ImapSession } from '../../mail/imap/imap.ts'
import type { MailboxSettings } from '../../mail/imap/mailbox_settings.ts'
import type { Reach } from '../../mail/imap/private_hosts.ts'
import { errorText } from '../../text/error_text.ts'
import { describeServer, isExposed } from './describe_server.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

const SILENCE_MS = 5_000
const noLog = { debug: () => undefined, warn: () => undefined }

/** Connects to a mailbox and opens its folder, as a worker does. No message is read or marked. */
export async function examineMessagerie(
  who: string,
  settings: MailboxSettings,
  reach: Reach,
): Promise<Finding[]> {
  const name = `${who}, ${describeServer(settings)}`
  try {
    const events = { onNews: () => undefined, onClose: () => undefined, log: noLog }
    const session = await ImapSession.connect(settings, events, SILENCE_MS, { reach })
    const { messages, capabilities } = session.describe()
    await session.close()
    const told = [`dossier « ${settings.folder} », ${messages} messages`, ...abilities(capabilities)].join(
      ', ',
    )
    const found = ok(`${name} : login accepté, ${told}`)
    if (!isExposed(settings)) return [found]
    return [
      found,
      warning(`${name} : le mot de passe passe en clair`, 'Servez-vous d’imaps:// ou de STARTTLS.'),
    ]
  } catch (error) {
    return [
      fault(
        `${who} : ${errorText(error).trim()}`,
        'Corrigez les réglages de la messagerie, ou voyez avec son hébergeur.',
      ),
    ]
  }
}

// IDLE reports news at once; MOVE moves a mail in one step; CONDSTORE and others are of no use here.
function abilities(capabilities: string[]): string[] {
  const used = ['IDLE', 'MOVE', 'UIDPLUS'].filter((each) => capabilities.includes(each))
  return used.length === 0 ? ['sans IDLE ni MOVE'] : [used.join(', ')]
}

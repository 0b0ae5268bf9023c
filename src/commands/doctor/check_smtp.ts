import { errorText } from '../../text/error_text.ts'
import { transportTo } from '../../worker/send/transport.ts'
import type { Check } from './check.ts'
import { describeServer, isExposed } from './describe_server.ts'
import { type Finding, fault, ok, unchecked, warning } from './finding.ts'

/** The server of outgoing mails: connection, encryption and login are tried. Nothing is sent. */
export const checkSmtp: Check = {
  name: 'envoi (SMTP)',
  needs: 'settings',
  examine: async ({ config }) => {
    const server = config.SMTP_URL
    if (server === undefined)
      return [unchecked('SMTP_URL n’est pas donné : les mails attendent dans la file')]
    const name = describeServer(server)
    try {
      await transportTo(server).verify()
    } catch (error) {
      return [
        fault(`${name} : ${errorText(error).trim()}`, 'Corrigez SMTP_URL, ou voyez avec votre fournisseur.'),
      ]
    }
    const found: Finding[] = [ok(`${name} : ${server.user === null ? 'répond' : 'accepte le login'}`)]
    if (isExposed(server))
      found.push(
        warning(`${name} : les liens des mails passent en clair`, 'Servez-vous de smtps:// ou de STARTTLS.'),
      )
    if (config.MAIL_FROM.includes('example.org'))
      found.push(warning(`MAIL_FROM est ${config.MAIL_FROM}`, 'Indiquez une adresse d’expédition à vous.'))
    return found
  },
}

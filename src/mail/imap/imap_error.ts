import type { ImapFlowError } from 'imapflow'
import type { MailboxSettings } from './mailbox_settings.ts'

type ImapFailure = 'credentials' | 'address' | 'unreachable' | 'folder' | 'message' | 'protocol'

/** The place of a message in its folder. */
export interface MessagePlace {
  uid: number
  uidvalidity: bigint
}

/** A failure of the mailbox. `message` is a French sentence for its health page and holds no password. */
export class ImapError extends Error {
  readonly reason: ImapFailure
  /** The message that was being fetched. */
  readonly place: MessagePlace | undefined

  constructor(reason: ImapFailure, message: string, place?: MessagePlace) {
    super(message)
    this.name = 'ImapError'
    this.reason = reason
    this.place = place
  }
}

// Response codes of a refused login that do not concern the password (RFC 5530 §3).
const PASSING = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG'])
const TLS = /^ERR_(TLS|SSL)|CERT|SELF_SIGNED|UNABLE_TO_/
const GIBBERISH = /^ParserError|TooLarge$|^Unexpected|^Invalid|^Response|INJECTION|NESTING/

/**
 * Turns an error of imapflow into the failure of a mailbox. A failure that is explained already stays as it
 * is.
 */
export function explain(settings: MailboxSettings, error: unknown): ImapError {
  if (error instanceof ImapError) return error
  const { code, responseStatus, serverResponseCode, authenticationFailed, tlsFailed } = asFault(error)
  const server = nameOf(settings)
  const why = detail(settings, error)
  if (authenticationFailed && responseStatus === 'NO' && !PASSING.has(serverResponseCode ?? '')) {
    return new ImapError('credentials', `${server} refuse l’utilisateur ou le mot de passe${why}.`)
  }
  if (settings.password === '')
    return new ImapError('credentials', `${server} : aucun mot de passe n’est configuré.`)
  if (tlsFailed || TLS.test(code ?? '')) {
    return new ImapError('protocol', `${server} : la connexion chiffrée (TLS) échoue${why}.`)
  }
  if (serverResponseCode && PASSING.has(serverResponseCode)) {
    return new ImapError('unreachable', `${server} est indisponible pour l’instant${why}.`)
  }
  if (responseStatus || !code || GIBBERISH.test(code)) {
    return new ImapError('protocol', `${server} a répondu autre chose que prévu${why}.`)
  }
  return new ImapError('unreachable', `${server} est injoignable${why}.`)
}

/** A connection that was closed without an error; `bye` is the server's last sentence. */
export function silent(settings: MailboxSettings, bye?: string): ImapError {
  const end = bye === undefined ? 'ne répond plus' : `a mis fin à la connexion${said(settings, bye)}`
  return new ImapError('unreachable', `${nameOf(settings)} ${end}.`)
}

/** A server that sends something, but no whole answer in time. */
export function late(settings: MailboxSettings): ImapError {
  return new ImapError('unreachable', `${nameOf(settings)} ne répond pas à temps.`)
}

/** Whether the server understood and refused a command. A request to slow down is no refusal. */
export function isRefusal(error: unknown): boolean {
  const { responseStatus, code } = asFault(error)
  return responseStatus === 'NO' && code !== 'ETHROTTLE'
}

/** A message that the server has but withholds. */
export function undelivered(settings: MailboxSettings, message: MessagePlace, error: unknown): ImapError {
  const text = `${nameOf(settings)} ne livre pas le message ${message.uid}${detail(settings, error)}.`
  return new ImapError('message', text, message)
}

/** The reason why a read message still looks new. */
export function unmarkable(settings: MailboxSettings): string {
  const refused = settings.moveTo
    ? `de déplacer les messages lus vers « ${settings.moveTo} »`
    : 'de marquer les messages lus'
  return `${nameOf(settings)} refuse ${refused} ; ils sont enregistrés.`
}

/** The reason in the ledger for a message that its server withholds however often it is asked. */
export function withheldText(server: Server, uid: number, why: ImapError | undefined): string {
  if (why?.reason === 'message') return why.message
  return `${nameOf(server)} ne livre pas le message ${uid} : la connexion échoue à chaque essai.`
}

type Server = Pick<MailboxSettings, 'host' | 'port'>

function nameOf({ host, port }: Server): string {
  return `Le serveur de messagerie ${host}:${port}`
}

/** The server's words in brackets, or else the error's code, or else nothing. */
export function detail(settings: MailboxSettings, error: unknown): string {
  const { responseText, reason, code } = asFault(error)
  return said(settings, responseText ?? reason ?? code)
}

const LONGEST_SAYING = 200

function said({ password }: MailboxSettings, text = ''): string {
  const shown = (password ? text.replaceAll(password, '***') : text).replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return shown ? ` (${shown.slice(0, LONGEST_SAYING)})` : ''
}

/** The properties that imapflow's errors may have. */
export function asFault(error: unknown): Partial<ImapFlowError> {
  return error instanceof Error ? error : {}
}

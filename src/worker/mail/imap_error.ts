import type { ImapFlowError } from 'imapflow'
import type { MailboxSettings } from './mailbox_settings.ts'

export type ImapFailure = 'credentials' | 'unreachable' | 'folder' | 'message' | 'protocol'

/** Which message of a folder. */
export interface MessagePlace {
  uid: number
  uidvalidity: bigint
}

/** A failure of the mailbox; `message` is French, fit for its health page, and holds no password. */
export class ImapError extends Error {
  readonly reason: ImapFailure
  /** The one message that the failure is about. */
  readonly place: MessagePlace | undefined

  constructor(reason: ImapFailure, message: string, place?: MessagePlace) {
    super(message)
    this.name = 'ImapError'
    this.reason = reason
    this.place = place
  }
}

// Response codes of a refused login that say nothing of the password (RFC 5530 §3).
const PASSING = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG'])
const TLS = /^ERR_(TLS|SSL)|CERT|SELF_SIGNED|UNABLE_TO_/
const GIBBERISH = /^ParserError|TooLarge$|^Unexpected|^Invalid|^Response|INJECTION|NESTING/

/** The failure of a mailbox that an error of imapflow stands for; one that is explained already stays as it is. */
export function explain(settings: MailboxSettings, error: unknown): ImapError {
  if (error instanceof ImapError) return error
  const { code, responseStatus, serverResponseCode, authenticationFailed, tlsFailed } = asFault(error)
  const server = nameOf(settings)
  const why = settings.password ? detail(error).replaceAll(settings.password, '***') : detail(error)
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

/** A connection that is gone without a word. */
export function silent(settings: MailboxSettings): ImapError {
  return new ImapError('unreachable', `${nameOf(settings)} ne répond plus.`)
}

/** Whether the server understood a command and refused it; being asked to slow down is no refusal. */
export function isRefusal(error: unknown): boolean {
  const { responseStatus, code } = asFault(error)
  return responseStatus === 'NO' && code !== 'ETHROTTLE'
}

/** A message that the server has and does not hand over. */
export function undelivered(settings: MailboxSettings, message: MessagePlace, error: unknown): ImapError {
  const text = `${nameOf(settings)} ne livre pas le message ${message.uid}${detail(error)}.`
  return new ImapError('message', text, message)
}

/** Why a message that was read still looks new. */
export function unmarkable(settings: MailboxSettings): string {
  const refused = settings.moveTo
    ? `de déplacer les messages lus vers « ${settings.moveTo} »`
    : 'de marquer les messages lus'
  return `${nameOf(settings)} refuse ${refused} ; ils sont enregistrés.`
}

function nameOf({ host, port }: MailboxSettings): string {
  return `Le serveur de messagerie ${host}:${port}`
}

/** What the server said, in brackets; else the code of the error, else nothing. */
export function detail(error: unknown): string {
  const { responseText, code } = asFault(error)
  const said = responseText ?? code
  return said ? ` (${said})` : ''
}

/** The properties that imapflow's errors may have. */
export function asFault(error: unknown): Partial<ImapFlowError> {
  return error instanceof Error ? error : {}
}

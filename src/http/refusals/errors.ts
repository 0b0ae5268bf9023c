import type { ErrorRequestHandler } from 'express'
import { DatabaseError } from 'pg'
import type { Logger } from 'pino'
import { KeysUnreachable } from '../../auth/tokens.ts'
import { lossOf } from '../../db/connection_errors.ts'
import { isTold } from '../../db/outage.ts'
import { ClientLeft } from '../../process/current_work.ts'
import { ThreadLimit } from '../../process/thread_queue.ts'
import { type FieldErrors, fieldErrors } from './field_errors.ts'
import { InvalidInput } from './invalid_input.ts'

/** A refusal: its status, the value of `error`, and headers. */
export class Refusal extends Error {
  readonly status: number
  readonly body: string | FieldErrors
  readonly headers: Record<string, string>
  constructor(status: number, body: string | FieldErrors, headers: Record<string, string> = {}) {
    super(typeof body === 'string' ? body : 'invalid input')
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** A refusal because the server has more to do than it can. The log reports the overload, not each refusal. */
class Overloaded extends Refusal {}

// Not all at once, else they would be too many again.
function someSeconds(): string {
  return String(3 + Math.floor(Math.random() * 5))
}

const bearer = { 'WWW-Authenticate': 'Bearer' }
const invalidToken = { 'WWW-Authenticate': 'Bearer error="invalid_token"' }

/** The refusal for each condition, in the order in which the conditions are checked. docs/errors.md explains them. */
export const refusals = {
  unknownPath: () => new Refusal(404, 'Ressource inconnue'),
  methodNotAllowed: (allow: string) => new Refusal(405, 'Méthode non autorisée', { Allow: allow }),
  noSisKey: () => new Refusal(401, 'Sis non sélectionné', bearer),
  noToken: () => new Refusal(401, 'Accès refusé', bearer),
  badToken: () => new Refusal(401, 'Accès refusé', invalidToken),
  expiredToken: () => new Refusal(401, 'Token expiré', invalidToken),
  noRightInSis: () => new Refusal(403, 'Aucun droit pour ce SIS'),
  permissionMissing: (permissions: string[]) =>
    new Refusal(403, `Permission requise : ${permissions.join(' ou ')}`),
  noSapeur: () => new Refusal(403, "Votre compte n'est pas lié à un sapeur de ce SIS"),
  notJson: () => new Refusal(400, 'Le corps de la requête n’est pas du JSON lisible'),
  notForm: () => new Refusal(400, 'Le corps de la requête n’est pas un formulaire lisible'),
  wrongMediaType: (type = 'application/json') =>
    new Refusal(415, `Le corps de la requête doit être du type ${type}`),
  compressed: () =>
    new Refusal(415, 'Le corps de la requête ne doit pas être comprimé (Content-Encoding)', {
      'Accept-Encoding': 'identity',
    }),
  tooLarge: () => new Refusal(413, 'Le corps de la requête est trop grand'),
  invalid: (fields: FieldErrors, status = 422) => new Refusal(status, fields, status === 401 ? bearer : {}),
  notFound: (sentence: string) => new Refusal(404, sentence),
  wrongCredentials: () => new Refusal(401, 'invalid credentials', bearer),
  refreshTokenExpired: () => new Refusal(401, 'Refresh token expired', bearer),
  unknownMur: () => new Refusal(401, 'Ce mur n’est pas admis'),
  wrongPassword: () => new Refusal(401, 'Identifiants invalides', bearer),
  badConfirmation: () => new Refusal(401, 'Jeton de confirmation invalide ou expiré', bearer),
  badReset: () => new Refusal(401, 'Jeton invalide ou expiré', bearer),
  tooMany: (seconds: number) =>
    new Refusal(429, 'Trop de tentatives : réessayez plus tard', { 'Retry-After': String(seconds) }),
  tooManyStreams: () =>
    new Refusal(429, 'Trop de flux ouverts : réessayez plus tard', { 'Retry-After': '30' }),
  tooManyDownloads: () =>
    new Refusal(429, 'Trop de messages en cours de téléchargement : réessayez plus tard', {
      'Retry-After': '5',
    }),
  mailServerUnreachable: () => new Refusal(502, 'Serveur de messagerie injoignable'),
  documentTooLarge: () => new Refusal(503, 'Ce document est trop grand pour être préparé'),
  overloaded: () =>
    new Overloaded(503, 'Service momentanément indisponible', { 'Retry-After': someSeconds() }),
  busy: () => new Refusal(503, 'Service momentanément indisponible', { 'Retry-After': '5' }),
}

// Status and sentence by SQLSTATE, where neither the database (PTnnn) nor the comment of a constraint gave them.
const sqlStates: Record<string, { status: number; sentence: string }> = {
  '23505': { status: 409, sentence: 'Cet élément existe déjà' },
  '42501': { status: 403, sentence: 'Opération non permise' },
}
// Deadlock or conflict, disk used up, stopped for its time, disk failure. lossOf knows what ends connections.
const unavailable = /^(40|53|57014|58030)/

/** The refusal for an error; null for a failure of the server. */
export function toRefusal(error: unknown, invalidStatus = 422): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof DatabaseError) return fromDatabase(error, invalidStatus)
  if (error instanceof InvalidInput) return refusals.invalid(fieldErrors(error.faults), invalidStatus)
  if (error instanceof URIError) return refusals.unknownPath()
  if (error instanceof KeysUnreachable) return refusals.busy()
  if (error instanceof ThreadLimit) return refusals.documentTooLarge()
  if (hasProperty(error, 'code') && unavailable.test(String(error.code))) return refusals.busy()
  // Nobody reads this answer.
  if (error instanceof ClientLeft) return refusals.busy()
  if (lossOf(error) !== null) return refusals.busy()
  return null
}

function fromDatabase(error: DatabaseError, invalidStatus: number): Refusal | null {
  const { code = '', message, detail } = error
  if (code.startsWith('PT')) {
    const status = Number(code.slice(2))
    if (status === 401) return refusals.badToken()
    // A SIS that lives elsewhere (detail: seconds), or is closed: for minutes, or for good.
    if (status === 503 || status === 429)
      return new Refusal(status, message, { 'Retry-After': detail ?? '60' })
    return new Refusal(status, status === 422 && detail !== undefined ? { [detail]: [message] } : message)
  }
  // Class 22: the validator let a value pass that the database cannot hold. The database does not say which one.
  if (code.startsWith('22'))
    return refusals.invalid({ requete: ['Une valeur n’est pas admise.'] }, invalidStatus)
  if (unavailable.test(code) || lossOf(error) !== null) return refusals.busy()
  const known = sqlStates[code]
  return known ? new Refusal(known.status, known.sentence) : null
}

function hasProperty<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && key in value
}

/**
 * The last middleware: answers every error. It logs failures of the server once, with the reference that the answer
 * shows.
 */
export function answerErrors(log: Logger): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const refusal = toRefusal(error, res.locals.operation?.invalidStatus)
    if (res.headersSent) {
      log.error({ err: error, requestId: req.id }, 'failed after the answer had begun')
      res.destroy()
      return
    }
    if (refusal === null) {
      log.error({ err: error, requestId: req.id }, 'request failed')
      res.status(500).json({ error: 'Erreur interne', reference: req.id })
      return
    }
    if (refusal.status >= 500) {
      // A refusal of our own has no stack worth logging.
      const why = error instanceof Refusal ? { reason: error.message } : { err: error }
      // A lost database or an overload is logged once, not per request.
      const told = error instanceof Overloaded || error instanceof ClientLeft || isTold(error)
      log[told ? 'debug' : 'warn']({ ...why, requestId: req.id }, 'request refused')
    }
    res.status(refusal.status).set(refusal.headers).json({ error: refusal.body })
  }
}

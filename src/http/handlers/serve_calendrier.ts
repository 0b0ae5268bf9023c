import type { Request, RequestHandler, Response } from 'express'
import { hashToken } from '../../auth/opaque_token.ts'
import { query } from '../../db/pool.ts'
import type { Calendrier } from '../../exports/ics/evenement.ts'
import { writeIcs } from '../../exports/ics/write_ics.ts'
import type { UnknownTokens } from '../admission/unknown_tokens.ts'
import type { Databases } from '../cells/databases.ts'
import { digest, isKnown, writeTag } from '../operation/etag.ts'
import { refusals } from '../refusals/errors.ts'
import { makeToken } from './make_token.ts'

const UNKNOWN = 'Calendrier inconnu'

/** POST /mes-calendriers: makes the token of the calendar, and answers its address this once. */
export const createCalendrier = makeToken('adresse', (token) => `/ics/${token}.ics`)

// The address begins with the key of its SIS, under whose policies the token is looked up. The function opens the
// request of the person; before that, nothing may be read.
const text = "select api.get_calendrier(token => $2)::text as json from request.open(null, $1, '{}', null)"

/** GET /ics/{token}: a person's calendar, for anyone who knows its address. */
export function getCalendrier(databases: Databases, unknown: UnknownTokens): RequestHandler {
  return async (req, res) => {
    const address = req.ip ?? ''
    const token = String(req.params.token)
    await unknown.look(address)
    const known = hashOf(token)
    const json = known === null ? null : await read(databases, known)
    if (json === null) {
      await unknown.count(address, token)
      throw refusals.notFound(UNKNOWN)
    }
    sendCalendrier(req, res, JSON.parse(json), '')
  }
}

async function read(databases: Databases, { sis, hash }: Known): Promise<string | null> {
  const { pool, namedStatements } = databases.of(sis)
  const named = namedStatements ? { name: 'get_calendrier' } : {}
  const statement = { ...named, text, values: [sis, hash] }
  const { rows } = await query<{ json: string | null }>(pool, statement, 'harmless')
  return rows[0]?.json ?? null
}

/** Answers the exercices of a SIS as a calendar. */
export function answerExercicesIcs(json: string, req: Request, res: Response): void {
  sendCalendrier(req, res, JSON.parse(json), 'Exercices')
}

function sendCalendrier(req: Request, res: Response, calendrier: Calendrier, titre: string): void {
  const text = writeIcs(calendrier, titre)
  const tag = { version: '', state: '', content: digest(text) }
  res.set({ ETag: writeTag(tag), 'Cache-Control': 'private, no-cache' })
  if (isKnown(req.get('if-none-match'), tag)) return void res.status(304).end()
  res.set({
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': `inline; filename="caserne-${calendrier.sis_key}.ics"`,
  })
  res.end(text)
}

interface Known {
  sis: string
  hash: Buffer
}

// The SIS of an address, and the hash of its token; null for any other text.
function hashOf(address: string): Known | null {
  const [, sis, token] = /^([\w-]{1,64})\.([\w-]{43})\.ics$/.exec(address) ?? []
  return sis === undefined || token === undefined ? null : { sis, hash: hashToken(token) }
}

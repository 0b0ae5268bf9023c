import { createHash } from 'node:crypto'
import type { Request } from 'express'
import type { Operation } from '../document/operation.ts'
import { refusals } from '../refusals/errors.ts'
import { type Needs, opened } from './opening.ts'
import type { Call } from './statements.ts'

/** A request that must be carried out once, however often it is sent. */
export interface Once {
  key: string
  /** Hash of address and body, which tells apart requests with the same key. */
  fingerprint: Buffer
  needs: Needs
}

const FORM = /^[\x21-\x7e]{1,255}$/
const fault = 'Une clé a de 1 à 255 caractères ASCII visibles, sans espace.'

/**
 * The key and fingerprint of a request with the header Idempotency-Key; null without the header, and where the operation
 * writes nothing.
 * @throws 422 for a malformed key
 */
export function readOnce(req: Request, operation: Operation): Once | null {
  const key = req.get('idempotency-key')
  if (key === undefined || !operation.writes) return null
  if (!FORM.test(key)) throw refusals.invalid({ 'Idempotency-Key': [fault] })
  // As release 0.1.0 writes it for POST, so that requests which are repeated across an upgrade are known.
  const fingerprint = createHash('sha256').update(
    JSON.stringify([...(req.method === 'POST' ? [] : [req.method]), req.originalUrl, req.body ?? null]),
  )
  // The files of a form are in req.files.
  for (const { buffer } of Array.isArray(req.files) ? req.files : []) fingerprint.update(buffer)
  return { key, fingerprint: fingerprint.digest(), needs: operation }
}

/**
 * The statement of an operation, run only for a new key. Its `count` parameters are followed by key and fingerprint.
 * The sub-select is an initplan, which PostgreSQL evaluates only where the key has no answer yet.
 */
export function onceStatement({ name, text }: Call, count: number, needs: Needs): Call {
  const [key, fingerprint] = [`$${count + 1}`, `$${count + 2}`]
  const answer = `(select request.answer_idempotency_key(${key}, s.json, to_json(s) ->> 'version') from (${text}) s)`
  const first = `select coalesce(request.take_idempotency_key(${key}, ${fingerprint}), ${answer})::json as first from ${opened.api(needs)} offset 0`
  return {
    name: `${name}, once`,
    text: `select k.first ->> 'json' as json, k.first ->> 'version' as version from (${first}) k`,
  }
}

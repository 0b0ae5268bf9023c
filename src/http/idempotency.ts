import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { refusals } from './errors.ts'
import { opened } from './open_request.ts'
import type { Call } from './statements.ts'

/** A request that is to be done once, however often it comes. */
export interface Once {
  key: string
  /** What tells it from another one with the same key. */
  fingerprint: Buffer
}

const FORM = /^[\x21-\x7e]{1,255}$/
const fault = 'Une clé a de 1 à 255 caractères ASCII visibles, sans espace.'

/** What the header Idempotency-Key of a POST asks for; null without it. @throws 422 for a key that is none */
export function readOnce(req: Request): Once | null {
  const key = req.get('idempotency-key')
  if (key === undefined || req.method !== 'POST') return null
  if (!FORM.test(key)) throw refusals.invalid({ 'Idempotency-Key': [fault] })
  const fingerprint = createHash('sha256').update(JSON.stringify([req.originalUrl, req.body ?? null]))
  // The validator leaves the files of a form there.
  for (const { buffer } of Array.isArray(req.files) ? req.files : []) fingerprint.update(buffer)
  return { key, fingerprint: fingerprint.digest() }
}

/**
 * The statement of an operation, run only when the key is new: after its `count` parameters come key and fingerprint. The sub-select is an
 * initplan, which PostgreSQL runs only when nothing was kept.
 */
export function onceStatement({ name, text }: Call, count: number): Call {
  const [key, fingerprint] = [`$${count + 1}`, `$${count + 2}`]
  const answer = `(select request.keep_answer(${key}, s.json, to_json(s) ->> 'version') from (${text}) s)`
  const kept = `select coalesce(request.kept_answer(${key}, ${fingerprint}), ${answer})::json as kept from ${opened.api} offset 0`
  return {
    name: `${name}, once`,
    text: `select k.kept ->> 'json' as json, k.kept ->> 'version' as version from (${kept}) k`,
  }
}

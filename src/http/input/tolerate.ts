import type { Request, RequestHandler } from 'express'
import type { Operation } from '../document/operation.ts'
import { resolveSchema } from '../document/resolve_schema.ts'
import { refusals } from '../refusals/errors.ts'
import { fieldErrors } from '../refusals/field_errors.ts'
import { type Fault, InvalidInput } from '../refusals/invalid_input.ts'
import { bodySchema, DEPTH, pick } from './reduce_body.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document, any body
type Json = any

/** A body as it was received, and warnings about what was left out of it. */
interface Received {
  body: unknown
  avertissements: string[]
}

// The body and warnings that `tolerate` has kept for a request.
function receivedOf(req: Request): Received {
  return req.res?.locals.received
}

/**
 * Reduces a body to what its document names, and checks it. Faulty fields that are not needed are left out with a warning, and the body is checked again. Faults
 * in required fields, ids and lists, and a body that is no object, are still refused.
 */
export function tolerate(source: object, operation: Operation, check: RequestHandler): RequestHandler {
  const schema = bodySchema(source, operation)
  return (req, res, next) => {
    const avertissements: string[] = []
    res.locals.received = { body: storable(req.body), avertissements } satisfies Received
    req.body = pick(source, schema, res.locals.received.body)
    const attempt = (left: number): void => {
      check(req, res, (error?: unknown) => {
        if (!(error instanceof InvalidInput) || left === 0) return next(error)
        const kept = error.faults.filter((fault) => !mend(source, schema, req.body, fault, avertissements))
        if (kept.length === 0) return attempt(left - 1)
        next(new InvalidInput(kept))
      })
    }
    attempt(3)
  }
}

// Mends a fault. Returns false when the body must be refused.
function mend(source: Json, schema: Json, body: Json, fault: Fault, avertissements: string[]): boolean {
  // The fields that the branch requires are faults of their own.
  if (fault.keyword === 'if') return true
  const path = fault.path.split('/').slice(2)
  const key = path.at(-1)
  if (path[0] === 'alarme') return leaveAlarme(body, avertissements)
  const parent = path.slice(0, -1).reduce((value: Json, each) => value?.[each], body)
  if (key === undefined || typeof parent !== 'object' || parent === null) return false
  // Already mended for another fault of the same field.
  if (!(key in parent)) return !fault.keyword?.startsWith('required')
  const within = schemaAt(source, schema, path.slice(0, -1))
  const known = resolveSchema(source, within?.properties?.[key] ?? within?.items ?? {})
  if (known.format === 'montant') return readMontant(parent, key, path, avertissements)
  if ([known.type].flat().includes('string') && ['number', 'boolean'].includes(typeof parent[key])) {
    parent[key] = String(parent[key])
    return true
  }
  if (path.length > 1 && path[0] === 'groupes') return false
  if (typeof parent[key] === 'string' && parent[key].length > known.maxLength) {
    avertissements.push(`${path.join('.')} : le texte a été coupé à ${known.maxLength} caractères`)
    parent[key] = [...parent[key]].slice(0, known.maxLength).join('')
    return true
  }
  const needed =
    [...(within?.required ?? []), ...(within?.else?.required ?? [])].includes(key) || Array.isArray(parent)
  if (needed || known.items || /(^|_)id$/.test(key)) return false
  const [sentence] = Object.values(fieldErrors([fault])).flat()
  const said = JSON.stringify(parent[key]).slice(0, 100)
  avertissements.push(`${path.join('.')} : ${sentence} Laissé de côté : ${said}`)
  delete parent[key]
  return true
}

// A report without the id of an alarm comes from no alarm. An id that is no number is refused.
function leaveAlarme(body: Json, avertissements: string[]): boolean {
  const { alarme } = body
  if (alarme === undefined) return true
  const id = typeof alarme === 'object' ? alarme?.id : alarme
  if (id !== undefined && id !== null && id !== '') return false
  if (Object.keys(alarme).length > 0)
    avertissements.push('alarme : sans identifiant, le rapport n’est lié à aucune alarme')
  delete body.alarme
  return true
}

// Reads a quantity with a comma or too many decimals. A negative quantity becomes 0.
function readMontant(parent: Json, key: string, path: string[], avertissements: string[]): boolean {
  const value = parent[key]
  const text = String(value).trim().replace(',', '.')
  if (!['string', 'number'].includes(typeof value) || !/^-?\d{1,8}(\.\d+)?$/.test(text)) return false
  parent[key] = Math.max(0, Number(text)).toFixed(2)
  if (Number(parent[key]) !== Number(text))
    avertissements.push(`${path.join('.')} : ${JSON.stringify(value)} a été lu comme ${parent[key]}`)
  return true
}

function schemaAt(source: Json, schema: Json, path: string[]): Json {
  return path.reduce((value, each) => {
    const known = resolveSchema(source, value ?? {})
    return known.properties?.[each] ?? known.items
  }, schema)
}

// PostgreSQL stores neither U+0000 nor halves of surrogate pairs. The depth is limited as in reduce_body.ts.
function storable(value: Json, depth = 0): Json {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH) throw refusals.notJson()
  if (Array.isArray(value)) return value.map((each) => storable(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [storable(key), storable(each, depth + 1)]),
  )
}

/** Hands the function a tablet's report as checked and as received, with the warnings so far. */
export async function addReceived(_database: unknown, asked: { body: unknown }, req: Request): Promise<void> {
  const { body, avertissements } = receivedOf(req)
  asked.body = { corps: asked.body, recu: body, avertissements }
}

import { failure } from './describe_failures.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into before it is checked
type Json = any

const ETAG = '#/components/headers/ETag'
const etag = {
  description:
    'The version of what was answered. It is weak, because compressed and plain answers share it. Send it back as it is: its parts mean nothing to clients.',
  schema: { type: 'string' },
}

const outdated = failure(
  'The record has been changed since the client read it: If-Match does not name its current version.',
  { body: 'Modifié entre-temps : relisez avant d’enregistrer' },
)

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
  'x-handler': true,
})
const ifMatch = header(
  'If-Match',
  'ETags of the record as the client knows it. If the record has been changed since, the request is refused (412). Without this header the last writer wins.',
)
const ifNoneMatch = header(
  'If-None-Match',
  'ETags of answers that the client has kept. If the answer would be one of these, it is not sent again (304).',
)

/**
 * Adds to the operations of a document the headers of conditional requests: ETag, If-Match (412), If-None-Match
 * (304).
 */
export function describeConditions(document: Json): void {
  document.components.headers = { ...document.components.headers, ETag: etag }
  document.components.responses.Outdated = outdated
  for (const item of Object.values<Json>(document.paths))
    for (const [method, operation] of Object.entries<Json>(item)) describe(method, operation)
}

function describe(method: string, operation: Json): void {
  const { changed, answered } = operation['x-record'] ?? {}
  const reads = method === 'get' && operation.responses['200']?.content?.['application/json'] !== undefined
  const kept = operation['x-sapeur'] ? 'nobody' : (operation['x-kept-by'] ?? 'caches')
  const revalidated = reads && kept !== 'nobody'
  if (method !== 'get' && changed) {
    take(operation, ifMatch)
    operation.responses[412] ??= { $ref: '#/components/responses/Outdated' }
  }
  if (revalidated) {
    take(operation, ifNoneMatch)
    operation.responses[304] ??= {
      description: 'The client already has the answer.',
      headers: { ETag: { $ref: ETAG } },
    }
  }
  if (!revalidated && (method === 'get' ? !reads || !changed : !answered)) return
  for (const [status, response] of Object.entries<Json>(operation.responses))
    if (/^20[0-3]$/.test(status) && response.$ref === undefined)
      response.headers = { ...response.headers, ETag: { $ref: ETAG } }
}

function take(operation: Json, parameter: Json): void {
  operation.parameters = [...(operation.parameters ?? []), parameter]
}

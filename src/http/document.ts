import { z } from 'zod'
import { describeExamples } from './describe_examples.ts'
import type { Operation } from './operation.ts'
import { readOpenApi } from './read_openapi.ts'
import { recordsOf } from './records.ts'
import { groupsOf } from './states.ts'

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const

// Only what the server itself reads; the validator reads the document whole.
const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  /** Read by the handler, not passed to the function. */
  'x-handler': z.boolean().default(false),
})
const OperationObject = z.object({
  operationId: z.string().regex(/^[a-z_]+$/),
  tags: z.array(z.string()).default([]),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).default({}) })),
  /** What a 404 of this operation says. */
  'x-not-found': z.string().default('Ressource inconnue'),
  /** Status of faulty input, where it is not 422. */
  'x-invalid-status': z.int().default(422),
  /** Fields that a list is sorted by, and its pages begin after: then the function takes `apres` (their values) and `limite`. */
  'x-sort': z.array(z.string()).optional(),
  /** A list that its function always gives whole: its pages are cut from that. */
  'x-sliced': z.boolean().default(false),
  /** Who may keep the answer to a GET, to be told by its ETag whether it has changed: caches, the client alone, or nobody. */
  'x-kept-by': z.enum(['caches', 'client', 'nobody']).default('caches'),
  /** Concerns the caller as a sapeur of the SIS. */
  'x-sapeur': z.boolean().default(false),
  /** What is wrong with its body and can be done without is left out with a warning, not refused. */
  'x-tolerant': z.boolean().default(false),
  /** The function's answer is the whole body, with `data` in it. */
  'x-whole': z.boolean().default(false),
})
const DocumentObject = z.object({
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.partialRecord(z.enum(methods), OperationObject)),
})

export interface Document {
  /** As the validator takes it. */
  source: object
  /** Path prefixes it is served under. */
  prefixes: string[]
  operations: Operation[]
}

const documents = new Map<string, Document>()

/** An OpenAPI document of openapi/: the list of doors of one API. Read once: servers of one process share it, and change nothing in it. */
export function readDocument(name: 'auth' | 'data'): Document {
  const document = documents.get(name) ?? loadDocument(name)
  documents.set(name, document)
  return document
}

function loadDocument(name: 'auth' | 'data'): Document {
  const source: object = readOpenApi(name)
  describeExamples(source)
  const document = DocumentObject.parse(source)
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [readOperation(method, path, operation)] : []
    }),
  )
  return { source, prefixes: document.servers.map((server) => server.url), operations }
}

function readOperation(
  method: Operation['method'],
  path: string,
  operation: z.infer<typeof OperationObject>,
): Operation {
  // Where there are several, the handler chooses; the highest is that of something new.
  const success = Object.keys(operation.responses).findLast((status) => status.startsWith('2'))
  if (success === undefined) throw new Error(`${operation.operationId} : aucune réponse de succès`)
  const needsSis = operation.security.some((entry) => entry.sisKey !== undefined)
  // Beside those who need a SIS, an administrator may do without.
  const ofSis = operation.security.filter((entry) => !needsSis || !isForAdmin(entry))
  const readsJson = method === 'get' && 'application/json' in (operation.responses[success]?.content ?? {})
  // What concerns the caller alone is nobody else's.
  const keptBy = operation['x-sapeur'] ? 'nobody' : operation['x-kept-by']
  return {
    id: operation.operationId,
    method,
    path,
    permissions: operation.security.length === 0 ? null : ofSis.flatMap((entry) => entry.bearer ?? []),
    needsSis,
    adminWithoutSis: needsSis && operation.security.some((entry) => isForAdmin(entry)),
    anonymous: operation.security.some((entry) => Object.keys(entry).length === 0),
    parameters: operation.parameters,
    hasBody: operation.requestBody !== undefined,
    successStatus: Number(success),
    notFound: operation['x-not-found'],
    invalidStatus: operation['x-invalid-status'],
    sort: operation['x-sort'] ?? null,
    sliced: operation['x-sliced'],
    readsJson,
    keptBy,
    groups: readsJson && keptBy !== 'nobody' ? groupsOf(operation.operationId, operation.tags[0]) : null,
    records: recordsOf({ id: operation.operationId, method, path }),
    needsSapeur: operation['x-sapeur'],
    tolerant: operation['x-tolerant'],
    whole: operation['x-whole'],
  }
}

function isForAdmin({ sisKey, bearer }: Record<string, string[]>): boolean {
  return sisKey === undefined && bearer?.includes('admin') === true
}

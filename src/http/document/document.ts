import { z } from 'zod'
import { describeExamples } from './describe_examples.ts'
import type { Operation } from './operation.ts'
import { readOpenApi } from './read_openapi.ts'

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const

// Only the parts that the server itself reads; the validator reads the whole document.
const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  /** Read by the handler, not passed to the function. */
  'x-handler': z.boolean().default(false),
})
const Record = z.object({
  table: z.string().regex(/^(app|auth)\.[a-z_]+$/),
  id: z.union([z.object({ path: z.string() }), z.object({ answer: z.array(z.string()) }), z.literal('sis')]),
})
const OperationObject = z.object({
  operationId: z.string().regex(/^[a-z_]+$/),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter).default([]),
  requestBody: z
    .object({
      content: z.record(z.string(), z.unknown()),
      /** The most bytes of its JSON, as describe_bodies.ts found them. */
      'x-body-limit': z.int().default(0),
    })
    .optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).default({}) })),
  /** The sentence of a 404. */
  'x-not-found': z.string().default('Ressource inconnue'),
  /** The status for faulty input. */
  'x-invalid-status': z.int().default(422),
  /** Fields that a list is sorted by. Its function then takes `apres` (their values in the last row) and `limite`. */
  'x-sort': z.array(z.string()).optional(),
  /** The function always reads the whole list; pages are cut from it. */
  'x-sliced': z.boolean().default(false),
  /** The records that it changes and answers, as describe_records.ts found them. */
  'x-record': z
    .object({ changed: Record.nullable(), answered: Record.nullable() })
    .default({ changed: null, answered: null }),
  /** The groups of marks that the answer to a GET is made from; `unmarked` where no mark covers it. */
  'x-reads': z.union([z.array(z.string()).min(1), z.literal('unmarked')]).optional(),
  /** Caches that may keep the answer to a GET and check it by its ETag. */
  'x-kept-by': z.enum(['caches', 'client', 'nobody']).default('caches'),
  /** The operation concerns the caller as a sapeur of the SIS. */
  'x-sapeur': z.boolean().default(false),
  /** Faulty fields that are not needed are left out with a warning instead of refused. */
  'x-tolerant': z.boolean().default(false),
  /** The function answers the whole body, `data` included. */
  'x-whole': z.boolean().default(false),
  /** False where a method that writes only simulates. */
  'x-writes': z.boolean().default(true),
  /** A standby may answer it. */
  'x-standby': z.boolean().default(false),
})
const DocumentObject = z.object({
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.partialRecord(z.enum(methods), OperationObject)),
})

export interface Document {
  /** The document in the form that the validator takes. */
  source: object
  /** Path prefixes it is served under. */
  prefixes: string[]
  operations: Operation[]
}

const documents = new Map<string, Document>()

/**
 * An OpenAPI document of openapi/: the list of operations of one API. It is read once, shared by all servers of the
 * process, and never changed.
 */
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
  // The handler chooses one of several success statuses; the highest is for a new record.
  const success = Object.keys(operation.responses).findLast((status) => status.startsWith('2'))
  if (success === undefined) throw new Error(`${operation.operationId} : aucune réponse de succès`)
  if (operation['x-standby'] && method !== 'get')
    throw new Error(`${operation.operationId} : x-standby ne convient qu’à GET`)
  const needsSis = operation.security.some((entry) => entry.sisKey !== undefined)
  // An alternative for administrators without a SIS adds no permission to those in a SIS.
  const ofSis = operation.security.filter((entry) => !needsSis || !isForAdmin(entry))
  const readsJson = method === 'get' && 'application/json' in (operation.responses[success]?.content ?? {})
  // Answers about the caller are never kept.
  const keptBy = operation['x-sapeur'] ? 'nobody' : operation['x-kept-by']
  const reads = operation['x-reads'] ?? null
  if (reads !== null && (!readsJson || keptBy === 'nobody'))
    throw new Error(
      `${operation.operationId} : x-reads ne convient qu’à une réponse que le client peut garder`,
    )
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
    writes: method !== 'get' && operation['x-writes'],
    bodyLimit: operation.requestBody?.['x-body-limit'] ?? 0,
    successStatus: Number(success),
    notFound: operation['x-not-found'],
    invalidStatus: operation['x-invalid-status'],
    sort: operation['x-sort'] ?? null,
    sliced: operation['x-sliced'],
    readsJson,
    keptBy,
    groups: reads === 'unmarked' ? null : reads,
    records: operation['x-record'],
    needsSapeur: operation['x-sapeur'],
    tolerant: operation['x-tolerant'],
    whole: operation['x-whole'],
    onStandby: operation['x-standby'],
  }
}

function isForAdmin({ sisKey, bearer }: Record<string, string[]>): boolean {
  return sisKey === undefined && bearer?.includes('admin') === true
}

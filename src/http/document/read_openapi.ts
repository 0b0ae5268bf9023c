import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../config.ts'
import { describeBodies } from './describe_bodies.ts'
import { describeConditions } from './describe_conditions.ts'
import { describeFailures } from './describe_failures.ts'
import { describeOnce } from './describe_once.ts'
import { describeRecords } from './describe_records.ts'
import { extendSchemas } from './extend_schemas.ts'
import { readYaml } from './read_yaml.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into before it is checked
type Json = any

const refused = { $ref: '#/components/responses/Error' }
const invalid = { $ref: '#/components/responses/Invalid' }

/**
 * A complete OpenAPI document: `openapi/<name>.yaml` and its parts in `openapi/<name>/`. What follows from a rule is
 * added here: fields of a base (`x-base`), records (describe_records.ts), conditional requests
 * (describe_conditions.ts), failures (describe_failures.ts), the size of bodies
 * (describe_bodies.ts), and in the data API the envelope of answers (`x-data` is
 * the schema of `data`), common refusals, the parameters of paged lists (`x-sort`; with `x-limit` a list is never
 * answered whole) and Idempotency-Key (describe_once.ts).
 */
export function readOpenApi(name: 'auth' | 'data'): Json {
  const folder = join(root, 'src/http/openapi')
  const parts = join(folder, name)
  const files = existsSync(parts) ? readdirSync(parts).sort() : []
  const paths = [join(folder, `${name}.yaml`), ...files.map((file) => join(parts, file))]
  const [document, ...added] = readYaml(`openapi-${name}`, paths)
  for (const [index, file] of files.entries()) merge(document, added[index], file)
  extendSchemas(document.components.schemas)
  describeRecords(document)
  if (name === 'data') {
    describeOnce(document)
    completeData(document)
  }
  describeConditions(document)
  describeFailures(document)
  describeBodies(document, name)
  return document
}

function completeData(document: Json): void {
  for (const [path, item] of Object.entries<Json>(document.paths))
    for (const [method, operation] of Object.entries<Json>(item)) complete(path, method, operation)
}

function merge(document: Json, part: Json, file: string): void {
  addAll(document.paths, part.paths ?? {}, file)
  for (const [kind, entries] of Object.entries<Json>(part.components ?? {})) {
    document.components[kind] ??= {}
    addAll(document.components[kind], entries, file)
  }
}

function addAll(into: Json, entries: Json, file: string): void {
  for (const [key, value] of Object.entries(entries)) {
    if (key in into) throw new Error(`${file} : ${key} existe déjà`)
    into[key] = value
  }
}

function complete(path: string, method: string, operation: Json): void {
  for (const response of Object.values<Json>(operation.responses)) envelop(response)
  if (isSliced(method, operation)) operation['x-sliced'] = true
  if (operation['x-sort'] !== undefined || operation['x-sliced'])
    operation.parameters = [...(operation.parameters ?? []), ...paging(operation['x-limit'])]
  const secured = operation.security?.length > 0
  const takesInput = operation.requestBody !== undefined || operation.parameters?.length > 0
  const also = {
    ...(secured && { 401: refused, 403: refused }),
    ...(secured || path.includes('{') ? { 404: refused } : {}),
    ...(method !== 'get' && { 409: refused }),
    ...(takesInput && { 422: invalid }),
  }
  operation.responses = { ...also, ...operation.responses }
}

// A short list is always read whole; its pages are cut from it.
function isSliced(method: string, operation: Json): boolean {
  const answer = operation.responses['200']?.content?.['application/json']?.schema
  const isList = method === 'get' && answer?.properties?.data?.type === 'array'
  return isList && operation['x-sort'] === undefined && operation['x-whole'] !== true
}

// Answers of the data API: `{"data": …}`.
function envelop(response: Json): void {
  const data = response['x-data']
  if (data === undefined) return
  delete response['x-data']
  response.content = {
    'application/json': {
      schema: { type: 'object', required: ['data'], additionalProperties: false, properties: { data } },
    },
  }
}

// Without a limit the answer is the whole list.
const paging = (limit?: number) => [
  {
    name: 'limit',
    in: 'query',
    description:
      'Number of rows on a page. When more follow, the header Link (rel="next", RFC 8288) has the address of the next page.',
    schema: { type: 'integer', minimum: 1, maximum: 1000, ...(limit !== undefined && { default: limit }) },
    'x-handler': true,
  },
  {
    name: 'apres',
    in: 'query',
    description: 'Where the page begins; copied from a Link.',
    schema: { type: 'string', maxLength: 2000 },
    'x-handler': true,
  },
]

import { readDocument } from '../../../src/http/document/document.ts'
import { operationFinder } from '../../../src/http/document/operation_finder.ts'

/** The parts of a JSON Schema that tests read. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  oneOf?: Schema[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
}

/** The parts of an operation in the document that tests read. */
interface Door {
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
  'x-reads'?: string[] | 'unmarked'
}

const document = readDocument('data')
const find = operationFinder(document)
const source = document.source as {
  paths: Record<string, Record<string, Door>>
  components: { schemas: Record<string, Schema> }
}

/** The operations of the data API. */
export const operations = document.operations

/** The id of the operation that a request reaches. */
export function operationAt(method: string, url: string): string | undefined {
  try {
    return find(method.toUpperCase(), new URL(url, 'http://server').pathname).operation.id
  } catch {
    return undefined
  }
}

/** The entry of an operation in the document. */
export function doorOf({ path, method }: { path: string; method: string }): Door {
  const door = source.paths[path]?.[method]
  if (door === undefined) throw new Error(`no ${method} ${path}`)
  return door
}

/** The schema of an operation's JSON body; null when it takes none. */
export function bodySchemaOf(operation: { path: string; method: string }): Schema | null {
  return doorOf(operation).requestBody?.content['application/json']?.schema ?? null
}

/** Resolves the reference to a schema. */
export function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  if (name === undefined) return schema
  const named = source.components.schemas[name]
  if (named === undefined) throw new Error(`no schema ${name}`)
  return resolve(named)
}

/** The types that a schema admits; empty when it admits all. */
export function typesOf(schema: Schema): string[] {
  const { type, oneOf } = resolve(schema)
  return oneOf ? oneOf.flatMap(typesOf) : type === undefined ? [] : [type].flat()
}

/** Input without a limit: texts, numbers and lists of any size. */
export function unbounded(): string[] {
  return operations.flatMap((operation) => {
    const { parameters = [] } = doorOf(operation)
    const body = bodySchemaOf(operation)
    const taken = parameters
      // The limit of a request line applies to paths.
      .filter((each) => each.in === 'query' || resolve(each.schema).type !== 'string')
      .map(({ name, schema }): [string, Schema] => [name, schema])
    const fields = [...taken, ...(body === null ? [] : [['body', body] as [string, Schema]])]
    return fields.flatMap(([name, schema]) => boundless(schema, `${operation.id}.${name}`))
  })
}

function boundless(schema: Schema, path: string): string[] {
  const known = resolve(schema)
  const { oneOf = [], items, properties = {}, enum: choice, pattern, format } = known
  const inner = [
    ...oneOf.flatMap((each) => boundless(each, path)),
    ...(items ? boundless(items, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([name, each]) => boundless(each, `${path}.${name}`)),
  ]
  const types = oneOf.length > 0 ? [] : typesOf(known)
  const missing = (type: string, bounds: unknown[]) => types.includes(type) && bounds.includes(undefined)
  const loose =
    missing('array', [known.maxItems]) ||
    (missing('string', [known.maxLength]) &&
      !choice &&
      !['date', 'instant', 'moment', 'binary'].includes(format ?? '') &&
      !pattern?.endsWith('$')) ||
    ((missing('integer', [known.minimum, known.maximum]) ||
      missing('number', [known.minimum, known.maximum])) &&
      !choice)
  return loose ? [path, ...inner] : inner
}

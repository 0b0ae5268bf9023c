import { readDocument } from '../http/document/document.ts'
import type { Operation } from '../http/document/operation.ts'
import { resolveSchema } from '../http/document/resolve_schema.ts'
import { operationValidator } from '../http/input/operation_validator.ts'
import { bodySchema } from '../http/input/reduce_body.ts'
import { type FieldErrors, fieldErrors } from '../http/refusals/field_errors.ts'
import { InvalidInput } from '../http/refusals/invalid_input.ts'
import { plain } from './plain.ts'

// biome-ignore lint/suspicious/noExplicitAny: a schema is looked into
type Json = any

/** A body as the API takes it, or its faults by field. */
type Read = { body: Record<string, unknown> } | { faults: FieldErrors }

/** Turns rows of texts into bodies of one operation of the data API, and checks them by the OpenAPI document. */
interface BodyReader {
  /** The columns that a file may have. */
  columns: string[]
  required: string[]
  read(texts: Record<string, string>): Promise<Read>
}

/**
 * Makes a reader of bodies of `POST <path>`. Empty texts are left out. A date may be `14.3.2026` or `14.3.26`, a
 * time `8:15`, a number `12,5`, a boolean oui or non.
 * @param names ids by name, for fields that end in `_id`: column without `_id` → name → id.
 */
export function bodyReader(path: string, names: Map<string, Map<string, number>>): BodyReader {
  const { source, operations }: { source: Json; operations: Operation[] } = readDocument('data')
  const operation = operations.find((each) => each.path === path && each.method === 'post')
  if (operation === undefined) throw new Error(`POST ${path} n’existe pas`)
  const schema = bodySchema(source, operation)
  const properties: Record<string, Json> = Object.fromEntries(
    Object.entries<Json>(schema.properties).map(([name, each]) => [name, resolveSchema(source, each)]),
  )
  const check = bodyCheck(source, operation)
  const called = [...names.keys()].filter((name) => `${name}_id` in properties)
  return {
    columns: [...Object.keys(properties).filter((name) => isScalar(properties[name])), ...called],
    required: schema.required ?? [],
    read: async (texts) => {
      const body: Record<string, unknown> = {}
      const unknown: FieldErrors = {}
      for (const [column, text] of Object.entries(texts)) {
        if (text === '') continue
        if (/[\0\uFFFD]/.test(text)) return { faults: { [column]: [unreadable] } }
        if (column in properties) body[column] = toValue(text, properties[column])
        else {
          const id = names.get(column)?.get(plain(text))
          if (id === undefined) unknown[column] = ['Cette valeur est inconnue.']
          body[`${column}_id`] = id
        }
      }
      const faults = { ...unknown, ...(await check(body)) }
      // An unknown name is one fault, not also a missing id.
      for (const column of Object.keys(unknown)) delete faults[`${column}_id`]
      return Object.keys(faults).length === 0 ? { body } : { faults }
    },
  }
}

// Finds the faults of a body. The validator works on a copy, because it fills in defaults, which are up to the database.
function bodyCheck(
  source: object,
  operation: Operation,
): (body: Record<string, unknown>) => Promise<FieldErrors> {
  const validate = operationValidator(source, operation, false)
  const request = {
    path: operation.path,
    search: '',
    query: {},
    headers: { 'content-type': 'application/json' },
  }
  return async (body) => {
    try {
      await validate({ ...request, body: { ...body } })
      return {}
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      return fieldErrors(error.faults)
    }
  }
}

const unreadable = 'Ce texte n’est pas de l’UTF-8, ou contient un signe qui ne peut être enregistré.'

const typesOf = (schema: Json): string[] => [schema.type].flat()
const isScalar = (schema: Json) => typesOf(schema).every((type) => type !== 'array' && type !== 'object')

// Only reads the text. The OpenAPI document decides whether the value is valid.
function toValue(text: string, schema: Json): unknown {
  const types = typesOf(schema)
  if (types.includes('boolean')) return booleans.get(plain(text)) ?? text
  if (types.includes('integer')) return /^-?\d{1,16}$/.test(text) ? Number(text) : text
  if (schema.format === 'date') return toDate(text)
  // In the OpenAPI document, an hour has two figures.
  if (schema.pattern !== undefined && /^\d:/.test(text)) return `0${text}`
  if (types.includes('number')) return text.replace(/^(\d+),(\d+)$/, '$1.$2')
  return text
}

function toDate(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d\d?)\.(\d\d?)\.(\d{4}|\d\d)$/.exec(text) ?? []
  if (year === '') return text
  // As spreadsheets read two figures: 29 is 2029, 30 is 1930.
  const century = year.length === 4 ? '' : year < '30' ? '20' : '19'
  return `${century}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const booleans = new Map([
  ...['oui', 'vrai', 'true', '1', 'x'].map((text) => [text, true] as const),
  ...['non', 'faux', 'false', '0'].map((text) => [text, false] as const),
])

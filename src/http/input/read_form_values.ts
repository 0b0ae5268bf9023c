import { resolveSchema } from '../document/resolve_schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document, any body
type Json = any

/**
 * Reads the values of a body as forms send them, in place: a number as a text ("3"), a boolean as 0, 1, "0", "1",
 * "true" or "false", and an empty text as null where a number, a boolean, a date or a time may be null. A value that
 * its schema accepts as it is stays, as does every other: the check refuses it.
 */
export function readFormValues(source: Json, schema: Json, body: Json): void {
  for (const known of alternatives(source, schema))
    if (Array.isArray(body)) readEach(source, body, body.keys(), () => known.items)
    else if (typeof body === 'object' && body !== null) {
      const properties = known.properties ?? {}
      const keys = Object.keys(properties).filter((key) => Object.hasOwn(body, key))
      readEach(source, body, keys, (key) => properties[key])
    }
}

function readEach<K extends PropertyKey>(
  source: Json,
  parent: Record<K, Json>,
  keys: Iterable<K>,
  schemaOf: (key: K) => Json,
): void {
  for (const key of keys) {
    const schema = schemaOf(key)
    if (schema === undefined) continue
    if (typeof parent[key] === 'object') readFormValues(source, schema, parent[key])
    else parent[key] = readValue(alternatives(source, schema), parent[key])
  }
}

function alternatives(source: Json, schema: Json): Json[] {
  const known = resolveSchema(source, schema)
  return known.oneOf?.map((each: Json) => resolveSchema(source, each)) ?? [known]
}

function readValue(schemas: Json[], value: unknown): unknown {
  const types = schemas.flatMap(({ type }) => type ?? [])
  const is = (type: string) => types.includes(type)
  if (is('boolean') && !is('integer') && !is('number') && (value === 0 || value === 1)) return value === 1
  if (typeof value !== 'string') return value
  if (value === '' && is('null') && schemas.every(refusesEmpty)) return null
  if (is('string')) return value
  if (is('integer') && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (is('number') && /^-?\d{1,15}(\.\d+)?$/.test(value)) return Number(value)
  if (is('boolean') && /^([01]|true|false)$/.test(value)) return value === '1' || value === 'true'
  return value
}

// Of texts, those with a format or a pattern that an empty one does not fit are dates and times.
function refusesEmpty({ type, format, pattern }: Json): boolean {
  if (![type].flat().includes('string')) return true
  return format !== undefined || (pattern !== undefined && !new RegExp(pattern).test(''))
}

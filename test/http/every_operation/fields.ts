import type { Operation } from '../../../src/http/document/operation.ts'
import type { Sample } from '../samples/sample.ts'
import type { Reply } from './client.ts'
import type { Doors } from './doors.ts'
import { bodySchemaOf, operations, resolve, type Schema, typesOf } from './schema.ts'

type Path = (string | number)[]
// biome-ignore lint/suspicious/noExplicitAny: bodies and records of any shape are looked into
type Json = any

/** A field of a body: its place, and its schema. */
interface Field {
  path: Path
  schema: Schema
}

/** The fields that the document names in the body of an operation; of lists, those of the first row. */
export function fieldsOf(operation: Operation): Field[] {
  const schema = bodySchemaOf(operation)
  return schema === null ? [] : inside(schema, [])
}

function inside(schema: Schema, path: Path): Field[] {
  const { properties, items } = resolve(schema)
  if (properties) return Object.entries(properties).flatMap(([name, each]) => inside(each, [...path, name]))
  if (items && resolve(items).properties) return inside(items, [...path, 0])
  return [{ path, schema }]
}

/** Different values of a field: that of the sample, and others of its kind. Ids are existing ones. */
export function valuesOf({ path, schema }: Field, given: Json): Json[] {
  const known = resolve(schema)
  const own = given === undefined || given === null ? [] : [given]
  if (known.enum) return known.enum.filter((each) => each !== null)
  const types = typesOf(known)
  if (types.includes('boolean')) return [true, false]
  if (types.includes('array')) return own
  if (/(^|_)id$/.test(String(path.at(-1)))) return own
  if (known.format === 'date') return [...own, '2001-02-03']
  if (types.includes('integer')) {
    const { minimum = 0, maximum = 1000 } = known
    return [...own, Math.max(minimum, 1), Math.min(maximum, 17)]
  }
  if (known.pattern || known.format) return own
  if (typeof given === 'string') return [given, `${given}7`.slice(0, known.maxLength)]
  return own
}

/** The body with a value at a place. */
export function withValue(body: Json, [first, ...rest]: Path, value: Json): Json {
  if (first === undefined) return value
  const copy = Array.isArray(body) ? [...body] : { ...body }
  copy[first] = withValue(copy[first], rest, value)
  return copy
}

export const valueAt = (body: Json, path: Path): Json => path.reduce((each, key) => each?.[key], body)

/**
 * The written record, read again if possible: under its own path or in its list, otherwise as answered. Of a
 * batch, the row of the sapeur in its first row.
 */
export async function readBack(
  doors: Doors,
  operation: Operation,
  sample: Sample,
  reply: Reply,
): Promise<Json> {
  const { data } = reply.body
  const batch = Object.values(sample.body ?? {}).find(Array.isArray)?.[0]
  if (batch?.sapeur_id) {
    const rows = Array.isArray(data) ? data : data.sapeurs
    return rows.find((row: Json) => row.sapeur_id === batch.sapeur_id)
  }
  for (const { path, isList } of placesOf(operation)) {
    const door = operations.find((each) => each.method === 'get' && each.path === path)
    if (door === undefined) continue
    const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const values = Object.fromEntries(ids.map((name) => [name, sample.path?.[name] ?? data.id]))
    const { status, body } = await doors.knock(door, { path: values, query: asks[door.id] ?? {} })
    if (status !== 200) return { [`GET ${path}`]: status }
    return isList ? body.data.find((row: Json) => row.id === data.id) : body.data
  }
  return data
}

// A list that by default omits the row just written.
const asks: Record<string, Record<string, string>> = { list_alarmes: { old: 'true' } }

// Paths at which the result of an operation can be read.
function placesOf({ method, path }: Operation): { path: string; isList: boolean }[] {
  const list = path.replace(/\/\{\w+\}$/, '')
  if (method === 'post')
    return [
      { path: `${path}/{id}`, isList: false },
      { path, isList: path !== '/sis-param' && !path.endsWith('}') },
    ]
  return [
    { path, isList: false },
    { path: list, isList: true },
  ]
}

/** Whether a sent value equals the one that is read: amounts and rates are read as texts, times of day with seconds. */
export function isSame(sent: Json, read: Json): boolean {
  if (JSON.stringify(sent) === JSON.stringify(read)) return true
  const plain = (value: Json) => String(value).replaceAll(' ', '')
  if (typeof sent === 'number' || (typeof sent === 'string' && /^\d+(\.\d+)?$/.test(sent)))
    return typeof read === 'string' && /^-?\d+\.\d{2,5}$/.test(read) && Number(sent) === Number(read)
  if (typeof sent === 'string' && /^\d\d:\d\d$/.test(sent)) return read === `${sent}:00`
  return typeof sent === 'string' && plain(sent) === plain(read)
}

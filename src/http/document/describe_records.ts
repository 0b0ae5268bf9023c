import type { RecordOf, Records } from './operation.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into before it is checked
type Json = any

/**
 * Tells each operation of a document which record it changes and answers (`x-record`). In openapi/ a path names the
 * table of its record. Deeper paths belong to the same record unless they name another, or `none`. A POST to a list
 * makes the record whose path is below. `x-makes` says what a POST makes if it is another record, or if the id of the
 * new record is not in `id`.
 * @throws if a write to a path with an id has no record
 */
export function describeRecords(document: Json): void {
  const places = takePlaces(document)
  for (const [path, item] of Object.entries<Json>(document.paths))
    for (const [method, operation] of Object.entries<Json>(item)) {
      const { changed, answered } = recordsOf(places, path, method, operation['x-makes'])
      delete operation['x-makes']
      if (changed || answered) operation['x-record'] = { changed, answered }
    }
}

// The records that paths name; null for `none`.
type Places = Map<string, RecordOf | null>

function takePlaces(document: Json): Places {
  const places: Places = new Map()
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    const table = item['x-record']
    delete item['x-record']
    if (table !== undefined) places.set(path, table === 'none' ? null : recordAt(path, table))
  }
  return places
}

function recordAt(path: string, table: string): RecordOf {
  const parameter = /\{(\w+)\}$/.exec(path)?.[1]
  return { table, id: parameter === undefined ? 'sis' : { path: parameter } }
}

function recordsOf(places: Places, path: string, method: string, makes: Json): Records {
  const place = [...places.keys()]
    .filter((each) => path === each || path.startsWith(`${each}/`))
    .sort((a, b) => b.length - a.length)[0]
  if (place === undefined && writesRecord(method, path))
    throw new Error(`${method} ${path} : le chemin n’a pas de x-record (la table, ou none)`)
  const changed = places.get(place ?? '') ?? null
  const made = makes ? { table: makes.table, id: { answer: makes.id } } : newAt(places, path, method)
  return { changed, answered: made ?? changed }
}

function writesRecord(method: string, path: string): boolean {
  return ['put', 'patch', 'delete'].includes(method) || (method === 'post' && path.includes('{'))
}

function newAt(places: Places, path: string, method: string): RecordOf | null {
  const place = [...places.keys()].find((each) => each.replace(/\/\{\w+\}$/, '') === path && each !== path)
  const record = places.get(place ?? '')
  return method === 'post' && record ? { table: record.table, id: { answer: ['id'] } } : null
}

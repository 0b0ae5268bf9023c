import { opened } from './open_request.ts'
import type { RecordOf, Records } from './records.ts'

/** A statement that calls a function, and the name it is prepared under. */
export interface Call {
  name: string
  text: string
}

type Schema = keyof typeof opened

/** The one statement of an operation: `select <schema>.<id>(argument => …)` for the caller. */
export function statement(id: string, args: string[], schema: Schema = 'api'): Call {
  return { name: id, text: `select ${call(id, args, schema)}::text as json from ${opened[schema]}` }
}

/** As statement, of what is read of a record: its version besides, as `version`. After the arguments comes the id in the path, as text. */
export function readingStatement(id: string, args: string[], schema: Schema, { answered }: Records): Call {
  if (answered === null) return statement(id, args, schema)
  const version = `${roomOf(schema)}.version_of('${answered.table}', ${idOf(answered, args, schema)}) as version`
  return {
    name: id,
    text: `select ${call(id, args, schema)}::text as json, ${version} from ${opened[schema]}`,
  }
}

/**
 * As statement, of what changes or makes a record: its version besides, as it is afterwards. After the arguments come the id in the path (pathId), as
 * text, and the versions that the caller knows (where something is changed). Each step stands in a select of its own, which `offset 0` keeps apart: they run from the innermost outwards.
 */
export function writingStatement(id: string, args: string[], schema: Schema, records: Records): Call {
  const { changed, answered } = records
  const versions = `$${firstOf(schema) + args.length + (pathId(records) === null ? 0 : 1)}`
  const expected =
    changed && `request.expect('${changed.table}', ${idOf(changed, args, schema)}, ${versions})`
  const from = expected ? `(select ${expected} from ${opened[schema]} offset 0) e` : opened[schema]
  const version =
    answered &&
    `case when r.json is not null then ${roomOf(schema)}.version_after('${answered.table}', ${idOf(answered, args, schema)}) end as version`
  return {
    name: id,
    text: `select ${['r.json::text as json', version].filter(Boolean).join(', ')} from (select ${call(id, args, schema)} as json from ${from} offset 0) r`,
  }
}

/** The parameter of the path whose value a statement of these records takes once more, as text: as an argument it has the type of its column. */
export function pathId({ changed, answered }: Records): string | null {
  for (const each of [changed, answered])
    if (typeof each?.id === 'object' && 'path' in each.id) return each.id.path
  return null
}

function call(id: string, args: string[], schema: Schema): string {
  const list = args.map((name, index) => `${name} => $${index + firstOf(schema)}`)
  return `${schema}.${id}(${list.join(', ')})`
}

// Who asks comes before the arguments; the key of the SIS is $3 either way.
function firstOf(schema: Schema): number {
  return schema === 'api' ? 6 : 4
}

// Where the tables of a schema's functions are.
function roomOf(schema: Schema): string {
  return schema === 'api' ? 'app' : 'auth'
}

function idOf({ id }: RecordOf, args: string[], schema: Schema): string {
  if (id === 'sis') return '$3'
  if ('answer' in id) return `r.json #>> '{${id.answer.join(',')}}'`
  return `$${firstOf(schema) + args.length}`
}

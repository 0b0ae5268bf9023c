import type { RecordOf, Records } from '../document/operation.ts'
import { type Needs, noNeeds, opened } from './opening.ts'

/** A statement that calls a function, and the name it is prepared under. */
export interface Call {
  name: string
  text: string
}

type Schema = keyof typeof opened

/** The one statement of an operation: `select <schema>.<id>(argument => …)` for the caller. */
export function statement(id: string, args: string[], schema: Schema = 'api', needs: Needs = noNeeds): Call {
  return { name: id, text: `select ${call(id, args, schema)}::text as json from ${opened[schema](needs)}` }
}

/** The rights that a reading statement needs, and context that it answers with besides its function. */
interface Subject extends Needs {
  records: Records
  groups: string[] | null
}

/**
 * The statement of an operation that reads. It also answers the version of its record, if it has one, and the state
 * of its groups, if they are marked. The answer is not built when the client knows that state. Parameters after the
 * arguments: the id in the path as text (pathId), what else the state depends on, the states that the client knows.
 */
export function readingStatement(id: string, args: string[], schema: Schema, subject: Subject): Call {
  const { records, groups } = subject
  const { answered } = records
  const version =
    answered && `${roomOf(schema)}.version_of('${answered.table}', ${idOf(answered, args, schema)})`
  const columns = { json: `${call(id, args, schema)}::text`, ...(version && { version }) }
  const named = Object.entries(columns)
  if (groups === null)
    return {
      name: id,
      text: `select ${named.map(([name, value]) => `${value} as ${name}`).join(', ')} from ${opened[schema](subject)}`,
    }
  const [scope, states] = [0, 1].map((n) => `$${afterId(args, schema, records) + n}`)
  const built = named.map(
    ([name, value]) => `case when s.state = any (${states}) then null else ${value} end as ${name}`,
  )
  const state = `select app.state_of('{${groups.join(',')}}', ${scope}) as state from ${opened[schema](subject)} offset 0`
  return { name: id, text: `select s.state, ${built.join(', ')} from (${state}) s` }
}

/** The rights that a writing statement needs, and the records that it changes and answers. */
interface Writing extends Needs {
  records: Records
}

/**
 * The statement of an operation that changes or makes a record. It also answers the version that the record then has.
 * Parameters after the arguments: the id in the path as text (pathId), and the versions that the caller knows (where
 * a record is changed). Each step is a select of its own, kept apart by `offset 0`: they run from the innermost
 * outwards.
 */
export function writingStatement(id: string, args: string[], schema: Schema, subject: Writing): Call {
  const { records } = subject
  const { changed, answered } = records
  const versions = `$${afterId(args, schema, records)}`
  const expected =
    changed && `request.expect('${changed.table}', ${idOf(changed, args, schema)}, ${versions})`
  const from = expected
    ? `(select ${expected} from ${opened[schema](subject)} offset 0) e`
    : opened[schema](subject)
  const version =
    answered &&
    `case when r.json is not null then ${roomOf(schema)}.version_after('${answered.table}', ${idOf(answered, args, schema)}) end as version`
  return {
    name: id,
    text: `select ${['r.json::text as json', version].filter(Boolean).join(', ')} from (select ${call(id, args, schema)} as json from ${from} offset 0) r`,
  }
}

/**
 * The path parameter whose value a statement takes once more, as text; as an argument it has the type of its column.
 */
export function pathId({ changed, answered }: Records): string | null {
  for (const each of [changed, answered])
    if (typeof each?.id === 'object' && 'path' in each.id) return each.id.path
  return null
}

function call(id: string, args: string[], schema: Schema): string {
  const list = args.map((name, index) => `${name} => $${index + firstOf(schema)}`)
  return `${schema}.${id}(${list.join(', ')})`
}

// Parameters that say who asks come before the arguments. The key of the SIS is $3 in both schemas.
function firstOf(schema: Schema): number {
  return schema === 'api' ? 6 : 4
}

function afterId(args: string[], schema: Schema, records: Records): number {
  return firstOf(schema) + args.length + (pathId(records) === null ? 0 : 1)
}

// The schema of the tables behind a schema's functions.
function roomOf(schema: Schema): string {
  return schema === 'api' ? 'app' : 'auth'
}

function idOf({ id }: RecordOf, args: string[], schema: Schema): string {
  if (id === 'sis') return '$3'
  if ('answer' in id) return `r.json #>> '{${id.answer.join(',')}}'`
  return `$${firstOf(schema) + args.length}`
}

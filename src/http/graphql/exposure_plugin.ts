import { TYPES } from 'postgraphile/@dataplan/pg'
import { hiddenColumns, isExposed, shared, tables, type View, views } from './exposed.ts'

/** What smart tags PostGraphile reads of a catalogue entry. */
type Tags = Record<string, string | true | (string | true)[] | null>
/** Of the catalogue, as pg-introspection has it, what is looked at here. */
interface Class {
  relname: string
  getNamespace(): { nspname: string } | undefined
  getAttributes(): {
    attname: string
    attnum: number
    getTags(): Tags
    getDescription(): string | undefined
  }[]
  getConstraints(): Constraint[]
  getTags(): Tags
}
interface Constraint {
  contype: string
  conkey: readonly number[] | null
  getTags(): Tags
  getTagsAndDescription(): { description?: string | undefined }
}

const NOTHING = '-*'

/**
 * Tells PostGraphile by smart tags what of the catalogue there is (exposed.ts): they stand here, because a comment in SQL is a
 * sentence for people.
 */
export const ExposurePlugin: GraphileConfig.Plugin = {
  name: 'CaserneExposurePlugin',
  version: '1.0.0',
  provides: ['smart-tags'],
  before: ['PgFakeConstraintsPlugin'],
  gather: {
    hooks: {
      pgIntrospection_introspection(_info, { introspection }) {
        for (const each of introspection.classes) tag(each)
      },
      // A transaction's number, which PostGraphile does not know, stands in a column that is hidden; but read it must be.
      pgCodecs_findPgCodec(_info, event) {
        if (event.pgType.typname === 'xid8') event.pgCodec = TYPES.text
      },
    },
  },
}

function tag(entry: Class): void {
  const schema = entry.getNamespace()?.nspname ?? ''
  const name = `${schema}.${entry.relname}`
  const tags = entry.getTags()
  if (!isExposed(schema, entry.relname)) {
    tags.behavior = NOTHING
    // Nor does anything lead there.
    for (const constraint of entry.getConstraints()) constraint.getTags().behavior = NOTHING
    return
  }
  const hidden = [...(hiddenColumns['*'] ?? []), ...(hiddenColumns[name] ?? [])]
  for (const column of entry.getAttributes())
    if (hidden.includes(column.attname)) column.getTags().behavior = NOTHING
  describe(entry)
  const view = views[name]
  if (view) tagView(tags, view)
  else tagTable(entry, tags)
}

// What leads elsewhere is described as its column is; a constraint's comment is for who writes.
function describe(entry: Class): void {
  for (const constraint of entry.getConstraints()) {
    const last = constraint.conkey?.at(-1)
    const column = entry.getAttributes().find((each) => each.attnum === last)
    constraint.getTagsAndDescription().description = column?.getDescription()
  }
}

// A row is found by its key alone, because the SIS is that of the request; by no other key, and not where it is called like the list.
function tagTable(entry: Class, tags: Tags): void {
  const name = (number: number) => entry.getAttributes().find((each) => each.attnum === number)?.attname ?? ''
  for (const constraint of entry.getConstraints()) {
    const columns = (constraint.conkey ?? []).map(name)
    if (constraint.contype !== 'p' && constraint.contype !== 'u') continue
    constraint.getTags().behavior = '-single'
    if (constraint.contype !== 'p' || tables[entry.relname] === entry.relname) continue
    if (columns.includes('sis_key')) tags.unique = columns.filter((each) => each !== 'sis_key').join(',')
    else constraint.getTags().behavior = 'single'
  }
}

function tagView(tags: Tags, { key, references, row }: View): void {
  tags.primaryKey = `sis_key,${key.join(',')}|@behavior -single`
  tags.foreignKey = Object.entries(references).map(([column, table]) => {
    const columns = shared.has(table) ? `(${column})` : `(sis_key, ${column})`
    const remote = shared.has(table) ? '(id)' : '(sis_key, id)'
    const back = row === undefined || column !== 'id' ? '|@backwardBehavior -*' : ''
    return `${columns} references app.${table} ${remote}${back}`
  })
}

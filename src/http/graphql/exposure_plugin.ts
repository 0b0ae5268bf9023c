import { TYPES } from 'postgraphile/@dataplan/pg'
import type { PgClass, PgSmartTagsDict } from 'postgraphile/graphile-build-pg/pg-introspection'
import { hiddenColumns, isExposed, type View, views } from './exposed.ts'
import { tables } from './exposed_tables.ts'

const NOTHING = '-*'

/**
 * Tells PostGraphile by smart tags which parts of the catalogue exist (exposed.ts). The tags are set here because
 * comments in SQL are sentences for people. pgSmartTags of postgraphile/utils does not do: its rules see one entry at
 * a time.
 */
export const ExposurePlugin: GraphileConfig.Plugin = {
  name: 'CaserneExposurePlugin',
  version: '1.0.0',
  provides: ['smart-tags'],
  before: ['PgFakeConstraintsPlugin'],
  gather: {
    hooks: {
      pgIntrospection_introspection(_info, { introspection }) {
        const tenants = introspection.classes.filter((each) => schemaOf(each) === 'app' && isTenant(each))
        const names = new Set(tenants.map(({ relname }) => relname))
        for (const each of introspection.classes) tag(each, names)
      },
      // PostGraphile does not know xid8. The column is hidden, but needs a codec.
      pgCodecs_findPgCodec(_info, event) {
        if (event.pgType.typname === 'xid8') event.pgCodec = TYPES.text
      },
    },
  },
}

const schemaOf = (entry: PgClass) => entry.getNamespace()?.nspname ?? ''
const isTenant = (entry: PgClass) => entry.getAttribute({ name: 'sis_key' }) !== undefined

function tag(entry: PgClass, tenants: ReadonlySet<string>): void {
  const schema = schemaOf(entry)
  const name = `${schema}.${entry.relname}`
  const tags = entry.getTags()
  if (!isExposed(schema, entry.relname)) {
    tags.behavior = NOTHING
    // Relations to a hidden table are hidden too.
    for (const constraint of entry.getConstraints()) constraint.getTags().behavior = NOTHING
    return
  }
  for (const column of [...hiddenColumns.everywhere, ...(hiddenColumns.in[name] ?? [])]) {
    const attribute = entry.getAttribute({ name: column })
    if (attribute) attribute.getTags().behavior = NOTHING
  }
  describeRelations(entry)
  const view = views[name]
  if (view) tagView(tags, view, tenants)
  else tagTable(entry, tags)
}

// A relation is described like its column: the comment of a constraint is a message for writers. Between two relations
// to one table, the way back is that of the column named for it: the rows of a sapeur are those by sapeur_id.
function describeRelations(entry: PgClass): void {
  const constraints = entry.getConstraints()
  for (const constraint of constraints) {
    const column = constraint.getAttributes()?.at(-1)
    constraint.getTagsAndDescription().description = column?.getDescription()
    const foreign = constraint.contype === 'f' ? constraint.getForeignClass()?.relname : undefined
    if (foreign === undefined || column?.attname === `${tables[foreign]}_id`) continue
    const others = constraints.filter(({ confrelid }) => confrelid === constraint.confrelid)
    if (others.length > 1) constraint.getTags().backwardBehavior = '-*'
  }
}

// A row can be looked up by its id alone, because the request decides the SIS. There is no look-up by other keys, nor
// for a table whose rows have the same name as its list.
function tagTable(entry: PgClass, tags: PgSmartTagsDict): void {
  for (const constraint of entry.getConstraints()) {
    if (constraint.contype !== 'p' && constraint.contype !== 'u') continue
    constraint.getTags().behavior = '-single'
    if (constraint.contype !== 'p' || tables[entry.relname] === entry.relname) continue
    if (!isTenant(entry)) constraint.getTags().behavior = 'single'
    else {
      const columns = (constraint.getAttributes() ?? []).map(({ attname }) => attname)
      tags.unique = columns.filter((each) => each !== 'sis_key').join(',')
    }
  }
}

function tagView(tags: PgSmartTagsDict, { key, references, row }: View, tenants: ReadonlySet<string>): void {
  tags.primaryKey = `sis_key,${key.join(',')}|@behavior -single`
  tags.foreignKey = Object.entries(references).map(([column, table]) => {
    const sis = tenants.has(table) ? 'sis_key, ' : ''
    const back = row === undefined || column !== 'id' ? '|@backwardBehavior -*' : ''
    return `(${sis}${column}) references app.${table} (${sis}id)${back}`
  })
}

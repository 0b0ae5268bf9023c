import { views } from './exposed.ts'
import { tables } from './exposed_tables.ts'

// The name of one row of a resource: exercices_comptables → exercice_comptable.
function rowName(resource: string): string {
  return tables[resource] ?? views[`app.${resource}`]?.row ?? resource
}

type Relation = GraphileBuild.PgRelationsPluginRelationDetails

function relationOf({ registry, codec, relationName: name }: Relation) {
  const relation = registry.pgRelations[codec.name]?.[name]
  if (relation === undefined) throw new Error(`${codec.name} has no relation ${name}`)
  return relation
}

// The relation by sapeur_id is named `sapeur`, or `sapeur_lie` beside a column of that name. The relation by an id
// that a view shares with a table is named like a row of that table.
function relationName(details: Relation): string {
  const { localAttributes, remoteResource } = relationOf(details)
  const column = localAttributes.findLast((each) => each !== 'sis_key') ?? ''
  const name = column === 'id' ? rowName(remoteResource.name) : column.replace(/_id$/, '')
  return Object.hasOwn(details.codec.attributes, name) ? `${name}_lie` : name
}

/**
 * Names fields as in REST and SQL: tables and columns in snake_case, a list by the name of its table, a row in the
 * singular, a relation by its column. Types and GraphQL's own words (`first`, `orderBy`, `pageInfo`) keep their
 * spelling.
 */
export const NamingPlugin: GraphileConfig.Plugin = {
  name: 'CaserneNamingPlugin',
  version: '1.0.0',
  inflection: {
    replace: {
      camelCase: (_previous, _options, text) => text.replaceAll('-', '_'),
      singularize: (_previous, _options, text) => rowName(text),
      pluralize: (_previous, _options, text) => text,
      _attributeName: (_previous, _options, { attributeName }) => attributeName,
      allRowsConnection: (_previous, _options, resource) => resource.name,
      rowByUnique: (_previous, _options, { resource }) => rowName(resource.name),
      singleRelation: (_previous, _options, details) => relationName(details),
      singleRelationBackwards: (_previous, _options, details) =>
        rowName(relationOf(details).remoteResource.name),
      manyRelationConnection: (_previous, _options, details) => relationOf(details).remoteResource.name,
    },
  },
}

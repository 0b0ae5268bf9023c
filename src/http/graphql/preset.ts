import type { Pool } from 'pg'
import { makePgService } from 'postgraphile/adaptors/pg'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter'
import { ExposurePlugin } from './exposure_plugin.ts'
import { NamingPlugin } from './naming_plugin.ts'
import { NumbersPlugin } from './numbers_plugin.ts'
import { PagingPlugin } from './paging_plugin.ts'

// No mutations, no functions, and no global ids: each row has its own id.
const unused = [
  'MutationPlugin',
  'MutationPayloadQueryPlugin',
  'ClientMutationIdDescriptionPlugin',
  'SubscriptionPlugin',
  'NodePlugin',
  'NodeAccessorPlugin',
  'RegisterQueryNodePlugin',
  'AddNodeInterfaceToSuitableTypesPlugin',
  'QueryQueryPlugin',
  'PgTableNodePlugin',
  'PgNodeIdAttributesPlugin',
  'PgProceduresPlugin',
  'PgMutationCreatePlugin',
  'PgMutationUpdateDeletePlugin',
  'PgMutationPayloadEdgePlugin',
  'PgConditionArgumentPlugin',
  'PgConditionCustomFieldsPlugin',
  'PgEnumTablesPlugin',
  'PgJWTPlugin',
  'SwallowErrorsPlugin',
  // A SIS has few enough rows to filter and sort by any column.
  'PgIndexBehaviorsPlugin',
  'PgConnectionArgFilterBackwardRelationsPlugin',
]

// Only operators with an index or a plain comparison: patterns of clients (like, similar) can be made slow.
const operators = [
  'isNull',
  'equalTo',
  'notEqualTo',
  'in',
  'notIn',
  'lessThan',
  'lessThanOrEqualTo',
  'greaterThan',
  'greaterThanOrEqualTo',
  'includesInsensitive',
  'startsWith',
  'startsWithInsensitive',
]

/** The preset of PostGraphile for the database behind a pool. */
export function graphqlPreset(pool: Pool): GraphileConfig.Preset {
  return {
    extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
    plugins: [ExposurePlugin, NamingPlugin, PagingPlugin, NumbersPlugin],
    disablePlugins: unused,
    pgServices: [makePgService({ pool, schemas: ['app', 'stats'] })],
    schema: {
      connectionFilterAllowedOperators: operators,
      connectionFilterArrays: false,
      connectionFilterComputedColumns: false,
      connectionFilterSetofFunctions: false,
    },
  }
}

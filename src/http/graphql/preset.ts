import type { Pool } from 'pg'
import { makePgService } from 'postgraphile/adaptors/pg'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter'
import { ExposurePlugin } from './exposure_plugin.ts'
import { NamingPlugin } from './naming_plugin.ts'
import { NumbersPlugin } from './numbers_plugin.ts'
import { PagingPlugin } from './paging_plugin.ts'

// Nothing is written here, no function is called, and a row has its id: no global one.
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
  // A SIS has few enough rows to filter and sort them by any column.
  'PgIndexBehaviorsPlugin',
  'PgConnectionArgFilterBackwardRelationsPlugin',
]

// Those that use an index or a plain comparison: patterns of the client's own (like, similar) can be made to take long.
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

/** What PostGraphile makes of the database behind this pool. */
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

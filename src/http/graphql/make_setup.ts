import { makeSchema } from 'postgraphile'
import type { Setup } from './answer.ts'
import { Documents } from './documents.ts'
import { kept } from './limits.ts'
import { graphqlPreset } from './preset.ts'
import type { Access } from './request_client.ts'

/** Makes the schema of the database behind a pool, and what answering needs besides. */
export async function makeSetup(access: Access, introspection: boolean): Promise<Setup> {
  const { schema, resolvedPreset } = await makeSchema(graphqlPreset(access.pool))
  // Grafast would keep 500 queries, and 50 plans of each.
  const grafast = {
    ...schema.extensions.grafast,
    operationsCacheMaxLength: kept.queries,
    operationOperationPlansCacheMaxLength: kept.plansEach,
  }
  Object.assign(schema.extensions, { grafast })
  return { ...access, schema, documents: new Documents(schema, introspection), resolvedPreset, introspection }
}

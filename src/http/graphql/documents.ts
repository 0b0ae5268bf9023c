import { LRUCache } from 'lru-cache'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'postgraphile/graphql'
import { checkFilters, checkFilterVariables } from './check_filters.ts'
import { checkLimits, checkNesting } from './check_limits.ts'
import { kept, limits } from './limits.ts'

/** A query with its variables. */
export interface Asked {
  query: string
  variables: Record<string, unknown>
  operationName: string | null
}

/** The document of a query that may run, or the faults of the query. */
export type Checked = { document: DocumentNode } | { faults: readonly GraphQLError[] }

/**
 * Parses and checks queries. It keeps the documents of the queries asked last, because Grafast finds the plan of a
 * query by its document.
 */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #rules: readonly ValidationRule[]
  /** Only documents without fault, by their text. */
  readonly #known = new LRUCache<string, DocumentNode>({ max: kept.queries })

  constructor(schema: GraphQLSchema, introspection: boolean) {
    this.#schema = schema
    this.#rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]
  }

  /** Reads a query. @throws GraphQLError when it asks for too much or cannot be parsed */
  read({ query, variables, operationName }: Asked): Checked {
    const known = this.#known.get(query)
    const document = known ?? parse(query, { maxTokens: limits.tokens })
    const operation = getOperationAST(document, operationName)
    if (!operation) throw new GraphQLError('Quelle opération faut-il exécuter (operationName) ?')
    if (operation.operation !== 'query') throw new GraphQLError('GraphQL ne sert ici qu’à lire (query).')
    if (!known) checkNesting(document)
    // Limits come before validation, which would follow nested fragments for long. They depend on variables.
    checkLimits(this.#schema, document, operation, variables)
    if (!known) {
      const faults = validate(this.#schema, document, this.#rules, { maxErrors: 10 })
      if (faults.length > 0) return { faults }
      checkFilters(this.#schema, document)
      this.#known.set(query, document)
    }
    checkFilterVariables(this.#schema, operation, variables)
    return { document }
  }
}

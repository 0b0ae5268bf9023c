import {
  type DocumentNode,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'postgraphile/graphql'

/** The message for a filter that would match everything. */
export const badFilter = 'Un filtre ne peut être ni vide ni null.'

/**
 * Refuses `or: []` and `and: []` in a query. PostGraphile ignores empty lists, so that an empty `or`, which matches
 * nothing, would return all rows. @throws GraphQLError
 */
export function checkFilters(schema: GraphQLSchema, document: DocumentNode): void {
  const types = new TypeInfo(schema)
  const literals = {
    // For a list, the visitor reports the type of its elements.
    ListValue: ({ values }: { values: readonly unknown[] }) => {
      if (values.length === 0 && isInputObjectType(getNamedType(types.getInputType()))) refuse()
    },
  }
  visit(document, visitWithTypeInfo(types, literals))
}

/** Refuses the same in the variables of an operation. @throws GraphQLError */
export function checkFilterVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  for (const { variable, type } of operation.variableDefinitions ?? [])
    checkValue(
      Object.hasOwn(variables, variable.name.value) ? variables[variable.name.value] : null,
      typeFromAST(schema, type),
    )
}

// Values that do not fit their type are refused when they are read.
function checkValue(value: unknown, given: unknown): void {
  const type = getNullableType(given as GraphQLInputType)
  if (Array.isArray(value)) {
    if (value.length === 0 && isInputObjectType(getNamedType(type))) refuse()
    for (const each of value) checkValue(each, isListType(type) ? type.ofType : type)
  } else if (isInputObjectType(type) && typeof value === 'object' && value !== null) {
    const fields = type.getFields()
    for (const [name, each] of Object.entries(value))
      if (Object.hasOwn(fields, name)) checkValue(each, fields[name]?.type)
  }
}

function refuse(): never {
  throw new GraphQLError(badFilter)
}

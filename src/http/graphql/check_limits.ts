import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'postgraphile/graphql'
import { limits, tooMuch } from './limits.ts'
import { page } from './paging_plugin.ts'

/** Refuses an operation that asks for too much, before it is planned. @throws GraphQLError, in French */
export function checkLimits(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each)
  const defaults = Object.fromEntries(
    (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue?.kind === Kind.INT ? Number(defaultValue.value) : undefined,
    ]),
  )
  const counted = new Count(schema, fragments, { ...defaults, ...variables })
  const root = schema.getQueryType()
  if (root) counted.selection(operation.selectionSet, root.name, 1, 1)
}

class Count {
  #fields = 0
  #lists = 0
  #rows = 0
  readonly #schema: GraphQLSchema
  readonly #fragments: Map<string, FragmentDefinitionNode>
  readonly #variables: Record<string, unknown>

  constructor(
    schema: GraphQLSchema,
    fragments: Map<string, FragmentDefinitionNode>,
    variables: Record<string, unknown>,
  ) {
    this.#schema = schema
    this.#fragments = fragments
    this.#variables = variables
  }

  // Fragments count where they are spread, and each spread counts as a field: circular fragments end at the limit.
  selection(set: SelectionSetNode, typeName: string, depth: number, times: number): void {
    refuseAbove('depth', depth, 'niveaux de profondeur')
    for (const each of set.selections) {
      this.#fields += 1
      refuseAbove('fields', this.#fields, 'champs')
      if (each.kind === Kind.FIELD) this.#field(each, typeName, depth, times)
      else if (each.kind === Kind.INLINE_FRAGMENT) this.selection(each.selectionSet, typeName, depth, times)
      else {
        const fragment = this.#fragments.get(each.name.value)
        if (fragment) this.selection(fragment.selectionSet, typeName, depth, times)
      }
    }
  }

  // Validation refuses unknown fields. graphql-js limits the depth of introspection; this limits how often it is
  // asked.
  #field(node: FieldNode, typeName: string, depth: number, times: number): void {
    if (node.name.value === '__schema' || node.name.value === '__type') this.#list(1)
    const type = this.#schema.getType(typeName)
    const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined
    if (field === undefined || node.selectionSet === undefined) return
    const first = this.#first(node, field)
    if (first !== null) this.#list(times * first)
    this.selection(node.selectionSet, getNamedType(field.type).name, depth + 1, times * (first ?? 1))
  }

  #list(rows: number): void {
    this.#lists += 1
    this.#rows += rows
    refuseAbove('lists', this.#lists, 'listes')
    refuseAbove('rows', this.#rows, 'lignes (réduisez first)')
  }

  // The rows that a list may have; null for a field that is no list. A `first` that is no number counts as the
  // maximum.
  #first(node: FieldNode, field: GraphQLField<unknown, unknown>): number | null {
    const argument = field.args.find((each) => each.name === 'first')
    if (argument === undefined) return null
    const given = node.arguments?.find((each) => each.name.value === 'first')?.value
    const usual = Number(argument.defaultValue)
    const value =
      given?.kind === Kind.INT
        ? Number(given.value)
        : given?.kind === Kind.VARIABLE
          ? (this.#variables[given.name.value] ?? usual)
          : usual
    if (typeof value !== 'number') return page.greatest
    if (value < 0 || value > page.greatest)
      throw new GraphQLError(`first doit être compris entre 0 et ${page.greatest}.`, { nodes: node })
    return value
  }
}

/** Refuses a document whose arguments nest too deep. @throws GraphQLError, in French */
export function checkNesting(document: DocumentNode): void {
  let depth = 0
  const enter = () => refuseAbove('nesting', ++depth, 'niveaux dans un argument')
  const leave = () => {
    depth -= 1
  }
  visit(document, { ObjectValue: { enter, leave }, ListValue: { enter, leave } })
}

function refuseAbove(limit: keyof typeof limits, found: number, what: string): void {
  if (found > limits[limit]) throw new GraphQLError(tooMuch(limit, what))
}

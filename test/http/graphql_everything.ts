import type { GraphqlApi } from './graphql_fixture.ts'

interface Field {
  name: string
  args: { name: string }[]
  type: TypeRef
}
interface TypeRef {
  kind: string
  name: string | null
  ofType: TypeRef | null
}

/** What GraphQL's introspection says there is. */
export interface Shown {
  types: string[]
  /** Fields of a type. */
  fields(type: string): Field[]
  /** Lists of the root. */
  lists: string[]
  /** A query for a list with all that its rows have of their own, and all rows that these lead to. */
  everything(list: string): string
}

/** Asks GraphQL what there is. */
export async function introspect(api: GraphqlApi): Promise<Shown> {
  const { __schema } = await api.data(
    '{ __schema { types { name kind fields { name args { name } type { kind name ofType { kind name ofType { kind name } } } } } } }',
  )
  const types: { name: string; fields: Field[] | null }[] = __schema.types
  const fields = (type: string) => types.find((each) => each.name === type)?.fields ?? []
  const isList = (field: Field) => named(field.type).endsWith('Connection')
  const own = (type: string) => fields(type).flatMap((each) => (isScalar(each.type) ? [each.name] : []))
  const rowOf = (field: Field) => named(field.type).replace(/Connection$/, '')
  const led = (type: string) =>
    fields(type)
      .filter((each) => !isScalar(each.type))
      .map((each) => {
        const columns = own(rowOf(each)).join(' ')
        return isList(each)
          ? `${each.name}(first: 50) { nodes { ${columns} } }`
          : `${each.name} { ${columns} }`
      })
  const roots = fields('Query').filter(isList)
  return {
    types: types.map((each) => each.name),
    fields,
    lists: roots.map((each) => each.name),
    everything: (list) => {
      const row = roots.filter((each) => each.name === list).map(rowOf)[0] ?? ''
      return `{ ${list} { totalCount nodes { ${[...own(row), ...led(row)].join(' ')} } } }`
    },
  }
}

function named(type: TypeRef): string {
  return type.ofType ? named(type.ofType) : (type.name ?? '')
}

function isScalar(type: TypeRef): boolean {
  return type.ofType ? isScalar(type.ofType) : type.kind === 'SCALAR'
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type GraphQLField, getNamedType, isLeafType, isObjectType } from 'postgraphile/graphql'
import { root } from '../../src/config.ts'

// The schema that a server without introspection also serves: graphql_answer.test.ts compares the two.
const schema = buildSchema(readFileSync(join(root, 'src/http/graphql/schema.graphql'), 'utf8'))

type Field = GraphQLField<unknown, unknown>
const typeOf = (field: Field) => getNamedType(field.type)
const fields = (type: string): Field[] => {
  const found = schema.getType(type)
  return isObjectType(found) ? Object.values(found.getFields()) : []
}
const isList = (field: Field) => typeOf(field).name.endsWith('Connection')
const rowOf = (field: Field) => typeOf(field).name.replace(/Connection$/, '')
const own = (type: string) => fields(type).flatMap((each) => (isLeafType(typeOf(each)) ? [each.name] : []))
const roots = fields('Query').filter(isList)

/** Lists of the root. */
export const lists = roots.map((each) => each.name)

/** A query for a list with all fields of its rows, and all rows that they lead to. */
export function everything(list: string): string {
  const row = roots.filter((each) => each.name === list).map(rowOf)[0] ?? ''
  const led = fields(row)
    .filter((each) => !isLeafType(typeOf(each)))
    .map((each) => {
      const columns = own(rowOf(each)).join(' ')
      return isList(each) ? `${each.name}(first: 30) { nodes { ${columns} } }` : `${each.name} { ${columns} }`
    })
  return `{ ${list} { totalCount nodes { ${[...own(row), ...led].join(' ')} } } }`
}

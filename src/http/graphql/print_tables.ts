import { readTables } from '../../db/schema/tables/read_tables.ts'
import type { Generated } from '../../db/schema/write_schema.ts'

const head = [
  '// Made by `npm run caserne -- schema` from the clauses `graphql` of the lines of tables (docs/reference/table-line.md).',
  '/** The tables of `app` that GraphQL shows, and the name of one row of each. */',
  'export const tables: Readonly<Record<string, string>> = {',
]

/** The module with the tables that GraphQL shows. */
export const graphqlTables: Generated = {
  file: 'src/http/graphql/exposed_tables.ts',
  print: () => {
    const rows = [...readTables().values()].flatMap(({ table, graphql }) =>
      graphql === null ? [] : [`  ${table.replace('app.', '')}: '${graphql}',`],
    )
    return Promise.resolve([...head, ...rows, '}', ''].join('\n'))
  },
}

import type { TableLine } from './table_line.ts'
import { literals, readTemplates } from './templates.ts'

const fill = readTemplates('statements.sql')

/** The statements that the line of a table stands for. */
export function tableStatements(line: TableLine): string {
  const { table } = line
  return [...rowSecurity(line), ...records(line), ...traces(line)]
    .map(([section, values]) => fill(section, { table, ...values }))
    .join('\n')
}

type Filled = [section: string, values?: Record<string, string>]

function rowSecurity({ kind, table, analysts }: TableLine): Filled[] {
  if (kind === 'table') return []
  if (kind === 'shared') return [['row security'], ...(analysts ? [['shared for analysts'] as Filled] : [])]
  if (table.startsWith('auth.')) return [['row security'], ['tenant of auth']]
  return [['row security'], [analysts ? 'tenant for analysts' : 'tenant']]
}

function records({ table, versionedBy, partOf }: TableLine): Filled[] {
  const [schema = ''] = table.split('.')
  return [
    ...(versionedBy === null
      ? []
      : [['versioned', { arguments: literals(versionedBy === 'id' ? [] : [versionedBy]) }] as Filled]),
    ...partOf.map(({ record, column }, index): Filled => {
      return [
        'part of',
        { schema, trigger: `_8${5 + index}0_contenu`, arguments: literals([record, column]) },
      ]
    }),
  ]
}

function traces({ kind, marks, journal }: TableLine): Filled[] {
  const filled: Filled[] = []
  // A change of a shared list marks every SIS.
  if (marks !== null)
    filled.push(['marks', { arguments: literals(kind === 'shared' ? [marks, '*'] : [marks]) }])
  if (journal.kept) filled.push(['journal', { arguments: literals(journal.without) }])
  return filled
}

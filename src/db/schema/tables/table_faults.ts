import type { People, TableLine } from './table_line.ts'

/** The line of a table where it stands. */
export interface Found {
  line: TableLine
  /** File and line, such as `sql/app/sis/sis.sql:27`. */
  place: string
  /** Columns of the table in its file; null if the file does not create the table. */
  columns: string[] | null
}

/** Lists what the lines of tables say wrongly, each with its file and line. */
export function findFaults(found: Found[]): string[] {
  return found.flatMap((each) =>
    [
      ...wrongTable(each, found),
      ...wrongColumns(each),
      ...silentColumns(each),
      ...wrongRecords(each, found),
    ].map((fault) => `${each.place}: ${fault}`),
  )
}

function wrongTable({ line, place, columns }: Found, found: Found[]): string[] {
  if (columns === null) return [`ce fichier ne crée pas la table « ${line.table} »`]
  if (!line.table.startsWith('app.')) {
    if (line.analysts) return ['« analysts » ne vaut que pour app']
    if (line.graphql !== null) return ['« graphql » ne vaut que pour app']
  }
  const first = found.find((other) => other.line.table === line.table)
  return !first || first.place === place ? [] : [`« ${line.table} » a déjà une ligne, ${first.place}`]
}

function wrongColumns({ line, columns }: Found): string[] {
  const { partOf, versionedBy, journal, people } = line
  const named = [
    ...partOf.map(({ column }) => column),
    ...(versionedBy === null ? [] : ['version', versionedBy]),
    ...journal.without,
    ...columnsOf(people),
  ]
  return named
    .filter((name) => columns !== null && !columns.includes(name))
    .map((name) => `la table n’a pas de colonne « ${name} »`)
}

// So that neither GET /mes-donnees nor `caserne erase sapeur` forgets a column.
function silentColumns({ line, columns }: Found): string[] {
  const said = columnsOf(line.people)
  return (columns ?? [])
    .filter((name) => !said.includes(name))
    .map((name) => `dites de « ${name} » si c’est personal, kept, texts ou neutral`)
}

function wrongRecords({ line }: Found, found: Found[]): string[] {
  const [schema] = line.table.split('.')
  if (line.partOf.length > 2) return ['« part of » : deux fois au plus']
  return line.partOf.flatMap(({ record }) => {
    const whole = found.find((other) => other.line.table === `${schema}.${record}`)?.line
    if (whole?.versionedBy !== 'id')
      return [`« part of ${record} » : ${schema}.${record} n’est pas « versioned »`]
    // Functions of auth need no permission.
    if (schema === 'app' && whole.permission === null)
      return [
        `« part of ${record} » : la politique modification de ${schema}.${record} doit être « using (sis_key = request.sis_with(…)) »`,
      ]
    return []
  })
}

const columnsOf = ({ personal, kept, texts, neutral }: People) => [...personal, ...kept, ...texts, ...neutral]

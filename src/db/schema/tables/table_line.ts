/** A parsed line of a table (docs/reference/table-line.md). */
export interface TableLine {
  /**
   * `tenant`: rows of a SIS. `shared`: a list that all SIS share. `table`: any other, which writes its own policies.
   */
  kind: 'tenant' | 'shared' | 'table'
  /** The table with its schema, such as `app.vehicules`. */
  table: string
  /** The records that a row is part of, each with the column that refers to it. */
  partOf: { record: string; column: string }[]
  /** The column that tells a record from the others of its SIS; null unless the table has versions. */
  versionedBy: string | null
  /** The group of resources that a change marks. */
  marks: string | null
  /** How changes get into the journal. */
  journal: Journal
  /** Whether analysts read columns of it. */
  analysts: boolean
  /** A permission to change its rows, as its policy modification says; null if the policy asks for something else. */
  permission: string | null
  /** The name of one row in GraphQL; null if GraphQL does not show the table. */
  graphql: string | null
  people: People
}

/** How changes of a table get into the journal. */
interface Journal {
  /** Whether the line makes the trigger; false if something else writes the journal, or nothing does. */
  kept: boolean
  /** Permissions of which readers of the entries need one; empty if every reader of the journal sees them. */
  readers: string[]
  /** Columns whose values stay out. */
  without: string[]
}

/** Data about people in a table: a row of audit.donnees_personnelles. */
export interface People {
  /** How a row belongs to a person: the column, or another word. Null: no row does. */
  link: string | null
  /** Effect of an erasure on such a row. */
  rule: string
  personal: string[]
  kept: string[]
  texts: string[]
  neutral: string[]
}

type Clause = [grammar: RegExp, read: (line: TableLine, words: (string | undefined)[]) => void]

const split = (text: string | undefined) => text?.split(' ') ?? []

// The column that refers to one row of a table: `vehicule_id` for vehicules.
const referenceTo = (record: string) => `${record.replace(/s$/, '')}_id`

const readers: Clause[] = [
  [
    /^analysts$/,
    (line) => {
      line.analysts = true
    },
  ],
  [
    /^graphql (\w+)$/,
    (line, [row = null]) => {
      line.graphql = row
    },
  ],
]

const records: Clause[] = [
  [
    /^part of (\w+)(?: by (\w+))?$/,
    (line, [record = '', column]) => line.partOf.push({ record, column: column ?? referenceTo(record) }),
  ],
  [
    /^versioned(?: by (\w+))?$/,
    (line, [column = 'id']) => {
      line.versionedBy = column
    },
  ],
]

const traces: Clause[] = [
  [
    /^marks (\w+)$/,
    (line, [group = null]) => {
      line.marks = group
    },
  ],
  [
    /^journal( apart)?(?: for ([\w. ]+?))?(?: without ([\w ]+))?$/,
    (line, [apart, readers, without]) => {
      line.journal = { kept: apart === undefined, readers: split(readers), without: split(without) }
    },
  ],
]

const people: Clause[] = [
  [
    /^person (\w+) (\w+)$/,
    (line, [link = null, rule = '']) => {
      Object.assign(line.people, { link, rule })
    },
  ],
  ...(['personal', 'kept', 'texts', 'neutral'] as const).map(
    (word): Clause => [
      new RegExp(`^${word} ([\\w ]+)$`),
      (line, [columns]) => {
        line.people[word] = split(columns)
      },
    ],
  ),
]

const clauses = [...readers, ...records, ...traces, ...people]

// Rows of a SIS have a journal and marks; other tables only what fits them.
const foreign: Record<TableLine['kind'], RegExp | null> = {
  tenant: null,
  shared: /^(part of|versioned|journal)\b/,
  table: /^(part of|journal|marks|analysts)\b/,
}

/** Reads what follows `--!tenant `, `--!shared ` or `--!table `. @returns what it says, and the faults in it. */
export function parseTableLine(kind: TableLine['kind'], text: string): { line: TableLine; faults: string[] } {
  const [table = '', ...said] = text.split(',').map((each) => each.trim().replaceAll(/\s+/g, ' '))
  const line: TableLine = {
    kind,
    table,
    partOf: [],
    versionedBy: null,
    marks: null,
    journal: { kept: kind === 'tenant', readers: [], without: [] },
    analysts: false,
    permission: null,
    graphql: null,
    people: { link: null, rule: 'texte', personal: [], kept: [], texts: [], neutral: [] },
  }
  const faults = said.flatMap((clause) => {
    const [grammar, read] = clauses.find(([each]) => each.test(clause)) ?? []
    if (!grammar || !read) return [`clause inconnue : « ${clause} »`]
    if (foreign[kind]?.test(clause)) return [`« ${clause} » ne va pas avec --!${kind}`]
    read(line, grammar.exec(clause)?.slice(1) ?? [])
    return []
  })
  return { line, faults: [...faults, ...repeated(said)] }
}

// A second clause of its kind would replace the first, except `part of`.
function repeated(said: string[]): string[] {
  const kinds = said.map((clause) => clause.split(' ')[0] ?? '').filter((kind) => kind !== 'part')
  const twice = kinds.filter((kind, index) => kinds.indexOf(kind) < index)
  return [...new Set(twice)].map((kind) => `deux clauses « ${kind} »`)
}

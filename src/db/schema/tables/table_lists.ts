import type { TableLine } from './table_line.ts'
import { literals, readTemplates } from './templates.ts'

const fill = readTemplates('lists.sql')

/** The lists that functions and policies of sql/ make from the lines of tables, by the clause that they follow. */
export const tableLists: Record<string, (tables: TableLine[]) => string> = {
  versioned: (tables) =>
    inApp(tables)
      .filter(({ versionedBy }) => versionedBy !== null)
      .map(({ table, versionedBy }) =>
        versionedBy === 'sis_key'
          ? fill('versioned by sis_key', { table })
          : fill('versioned', { table, column: versionedBy ?? '' }),
      )
      .join('\n'),
  'record with parts': (tables) =>
    withParts(tables)
      .map(({ table }) => fill('record with parts', { table, record: nameOf(table) }))
      .join('\n'),
  'permission of a record with parts': (tables) =>
    withParts(tables)
      .map(({ table, permission }) =>
        fill('permission of a record with parts', { record: nameOf(table), permission: permission ?? '' }),
      )
      .join('\n'),
  'journal for': (tables) =>
    [...Map.groupBy(tables, ({ journal }) => literals(journal.readers))]
      .filter(([permissions]) => permissions !== '')
      .map(([permissions, group]) =>
        fill('journal for', { permissions, names: literals(group.map(({ table }) => nameOf(table))) }),
      )
      .join('\n'),
  person: (tables) => tables.map(columnsOf).join(',\n'),
  'person of a SIS': (tables) =>
    tables
      .filter(({ kind, people }) => kind === 'tenant' && people.link !== null)
      .map(rowsOf)
      .join(',\n'),
}

const inApp = (tables: TableLine[]) => tables.filter(({ table }) => table.startsWith('app.'))

function withParts(tables: TableLine[]): TableLine[] {
  const records = inApp(tables).flatMap(({ partOf }) => partOf.map(({ record }) => `app.${record}`))
  return tables.filter(({ table }) => records.includes(table))
}

const nameOf = (table: string) => table.split('.')[1] ?? ''

function columnsOf({ table, people }: TableLine): string {
  const { link, rule, personal, kept, texts, neutral } = people
  return fill('person', {
    table,
    link: link === null ? 'null' : `'${link}'`,
    rule,
    personal: personal.join(', '),
    kept: kept.join(', '),
    texts: texts.join(', '),
    neutral: neutral.join(', '),
  })
}

function rowsOf({ table, people }: TableLine): string {
  const shown = [...people.personal, ...people.kept]
  const hidden = [...people.texts, ...people.neutral].filter((column) => !shown.includes(column))
  return fill('person of a SIS', {
    table,
    hidden: hidden.join(', '),
    order: shown.includes('id') ? 't.id' : 'to_jsonb(t)',
    link: people.link ?? '',
    person: people.link === 'user_id' ? 'user_id' : 'sapeur_id',
  })
}

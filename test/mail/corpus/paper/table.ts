import type { PersonneSpec, RowSpec } from '../../../../src/demo/report_spec.ts'
import type { Layout } from './layout.ts'
import type { Sheets } from './sheets.ts'

// A line of a row: its text, and its distance below the row's first line.
interface RowLine {
  down: number
  contact?: string
  media?: string
  numero?: string
  statut?: string
}

const names = { contact: 'Contact', media: 'Média', numero: 'Numéro(s)', statut: 'Statut' } as const

/** Sets the table of a block. @param titre sets its title again. */
export function setTable(sheets: Sheets, personnes: PersonneSpec[], layout: Layout, titre: () => void): void {
  setHead(sheets, layout)
  const turn = () => {
    sheets.break()
    if (layout.repeat.titre) titre()
    if (layout.repeat.head) setHead(sheets, layout)
  }
  for (const { nom, rows } of personnes) {
    for (const row of rows) setRow(sheets, rowLines(sheets, nom, row, layout), row, layout, turn)
  }
}

function setHead(sheets: Sheets, { columns, heads, sizes, width, margin }: Layout): void {
  const style = { size: sizes.head, bold: true }
  const edges = [columns.contact, columns.media, columns.numero, columns.statut, width - margin]
  for (const [at, name] of Object.values(names).entries()) {
    const [from = 0, to = 0] = edges.slice(at)
    if (heads === 'centre') sheets.centre(name, from, to, style)
    else sheets.text(name, from + (at === 0 ? 0 : heads), style)
  }
  sheets.y += 18
}

function setRow(sheets: Sheets, lines: RowLine[], row: RowSpec, layout: Layout, turn: () => void): void {
  const height = Math.max(...lines.map(({ down }) => down)) + layout.leading
  if (row.rupture === 'avant' || (row.rupture !== 'dedans' && !sheets.fits(height))) turn()
  let top = sheets.y
  lines.forEach((line, at) => {
    if (at === 1 && row.rupture === 'dedans') {
      turn()
      top = sheets.y - line.down
    }
    sheets.y = top + line.down
    for (const column of ['contact', 'media', 'numero', 'statut'] as const) {
      sheets.text(line[column] ?? '', layout.columns[column])
    }
  })
  sheets.y = top + height + 3
}

function rowLines(sheets: Sheets, nom: string, row: RowSpec, layout: Layout): RowLine[] {
  const { columns, leading } = layout
  const contact = layout.wrapNames ? sheets.wrap(nom, columns.media - columns.contact - 8) : [nom]
  const numero = sheets.wrap(row.numeros.join(' '), columns.statut - columns.numero - 8)
  const below =
    contact.length > 1 || (!layout.wrapNames && nom.length > 28) || layout.names === 'always below'
  const placed = (texts: string[], from: number, column: 'contact' | 'numero') =>
    texts.map((text, at) => ({ down: from + at * leading, [column]: text }))
  const height = Math.max(contact.length, numero.length) * leading
  const middle = (texts: string[]) => (layout.names === 'middle' ? (height - texts.length * leading) / 2 : 0)
  const from = below && layout.names.endsWith('below') ? numero.length * leading : middle(contact)
  const lines: RowLine[] = [
    { down: middle(['']), media: row.media, statut: row.statut },
    ...placed(numero, middle(numero), 'numero'),
    ...placed(contact, from, 'contact'),
  ]
  const byHeight = Map.groupBy(lines, ({ down }) => down)
  return [...byHeight.values()]
    .map((same) => Object.assign({}, ...same) as RowLine)
    .toSorted((a, b) => a.down - b.down)
}

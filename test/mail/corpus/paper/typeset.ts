import type { GroupeSpec, MessageSpec, ReportSpec, TotauxSpec } from '../../../../src/demo/report_spec.ts'
import { a4, type Layout } from './layout.ts'
import type { Page } from './pdf_file.ts'
import { Sheets } from './sheets.ts'
import { setTable } from './table.ts'
import { setTotals, totalsOf } from './totals.ts'

/** A report, and its messages when there are others than the French one. */
export type PaperSpec = ReportSpec & { messages?: [langue: string, texte: string][] }

/** The pages of a report, set in the layout. */
export function typeset(spec: PaperSpec, how: Partial<Layout> = {}): Page[] {
  const layout = { ...a4, ...how }
  const sheets = new Sheets(layout, spec.pages ?? [])
  setHead(sheets, spec, layout)
  heading(sheets, 'Messages', layout)
  setMessages(sheets, spec.messages ?? [['Fr', messageText(spec.message)]], layout)
  heading(sheets, 'Statistiques générales', layout)
  setTotals(sheets, totalsOf(spec.groupes.flatMap(({ personnes }) => personnes)), layout)
  heading(sheets, 'Statistiques par Service', layout)
  const small = { ...layout, sizes: { ...layout.sizes, titre: layout.size } }
  for (const [at, groupe] of spec.groupes.entries()) {
    setGroupe(sheets, groupe, layout.smallTitles && at > 0 ? small : layout)
  }
  return sheets.pages
}

function messageText(message: MessageSpec | string): string {
  if (typeof message === 'string') return message
  const { code, couleur = '', adresse, complement = '', e, n, centre } = message
  const place = e === undefined || n === undefined ? [] : [`${e},${n}`]
  return [`${code} ${couleur}`.trim(), adresse, complement, ...place, centre].join('; ')
}

function heading(sheets: Sheets, text: string, { sizes, width, margin }: Layout): void {
  sheets.y += 14
  if (!sheets.fits(60)) sheets.break()
  sheets.centre(text, margin, width - margin, { size: sizes.rubrique, bold: true })
  sheets.y += 20
}

function setHead(sheets: Sheets, spec: PaperSpec, layout: Layout): void {
  const { margin, values, second, leading, sizes, width } = layout
  sheets.centre("Rapport d'alarme", margin, width - margin, { size: sizes.rapport, bold: true })
  sheets.y += 30
  const row = (label: string, lines: string[]) => {
    sheets.text(label, margin, { bold: true })
    for (const line of lines.length > 0 ? lines : ['']) {
      sheets.text(line, values)
      sheets.y += leading
    }
    sheets.y += 3
  }
  row('Description:', sheets.wrap(spec.description, width - margin - values))
  sheets.text("Type d'alarme:", second, { bold: true })
  sheets.text(spec.type, second + 90)
  row('Date de création:', [spec.dateCreation])
  row("Début de l'alarme:", [spec.debut])
  row("Fin de l'alarme:", [spec.fin])
  row('Appelant:', spec.appelant ?? [])
  row('Lieu:', [spec.lieu ?? ''])
}

function setMessages(sheets: Sheets, messages: [string, string][], layout: Layout): void {
  const { margin, leading, width, names } = layout
  const column = margin + 60
  sheets.text('Langue', margin, { bold: true })
  sheets.text('Message', column, { bold: true })
  sheets.y += leading + 3
  for (const [language, text] of messages) {
    const lines = sheets.wrap(text, width - margin - column)
    const beside = names === 'middle' ? (lines.length - 1) / 2 : 0
    sheets.text(language, margin, {}, sheets.y + beside * leading)
    for (const line of lines) {
      sheets.text(line, column)
      sheets.y += leading
    }
    sheets.y += 6
  }
}

function setGroupe(sheets: Sheets, groupe: GroupeSpec, layout: Layout): void {
  const { margin, width, sizes, leading, totals } = layout
  if (!sheets.fits(40)) sheets.break()
  const titre = () => {
    const [first = '', ...more] = sheets.wrap(
      groupe.titre,
      (width - 2 * margin) * (layout.size / sizes.titre),
    )
    for (const line of [`${groupe.etoile === false ? '' : '*'}${first}`, ...more]) {
      sheets.text(line, margin, { size: sizes.titre, bold: true })
      sheets.y += 16
    }
    sheets.y += 4
  }
  titre()
  if (groupe.rupture) sheets.break()
  if (groupe.erreur) {
    sheets.text('Error: Subreport could not be shown.', margin)
    sheets.y += 2 * leading
    return
  }
  const shown: TotauxSpec = { ...totalsOf(groupe.personnes), ...groupe.totaux }
  if (totals !== 'after') setTotals(sheets, shown, layout)
  if (groupe.personnes.length > 0) setTable(sheets, groupe.personnes, layout, titre)
  if (totals === 'after') setTotals(sheets, shown, layout)
  sheets.y += 14
}

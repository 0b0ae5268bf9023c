import type { PersonneSpec, RowSpec, TotauxSpec } from '../../../../src/demo/report_spec.ts'
import type { Layout } from './layout.ts'
import type { Sheets } from './sheets.ts'

const labels: [key: keyof TotauxSpec, label: string][] = [
  ['sms', 'SMS'],
  ['paging', 'Paging'],
  ['mail', 'Mail'],
  ['appeles', 'Appelés'],
  ['viennent', 'Viennent'],
  ['neViennentPas', 'Ne viennent pas'],
  ['pasRepondus', 'Pas répondus'],
]

/** The totals of the rows of people. */
export function totalsOf(personnes: PersonneSpec[]): TotauxSpec {
  const rows = personnes.flatMap((personne) => personne.rows)
  const media = (name: RowSpec['media']) => rows.filter((row) => row.media === name)
  const answers = (statut: string) => media('Téléphone').filter((row) => row.statut === statut).length
  return {
    sms: media('SMS').length,
    paging: media('Paging').length,
    mail: media('Mail').length,
    appeles: media('Téléphone').length,
    viennent: answers('Vient'),
    neViennentPas: answers('Ne vient pas'),
    pasRepondus: answers('Pas atteint'),
  }
}

/** Sets the totals of a block, or of the report. */
export function setTotals(sheets: Sheets, totaux: TotauxSpec, layout: Layout): void {
  const { margin, width, leading, totals, sizes } = layout
  if (!sheets.fits(2 * leading)) sheets.break()
  const each = (width - 2 * margin) / labels.length
  if (totals === 'beside') {
    for (const [at, [key, label]] of labels.entries()) {
      sheets.text(`${label}: ${totaux[key]}`, margin + (at % 4) * 130)
      if (at === 3) sheets.y += leading
    }
  } else {
    for (const [at, [, label]] of labels.entries()) {
      sheets.centre(label, margin + at * each, margin + (at + 1) * each, { size: 8 })
    }
    sheets.y += leading
    for (const [at, [key]] of labels.entries()) {
      const style = { size: sizes.total, bold: true }
      sheets.centre(String(totaux[key]), margin + at * each, margin + (at + 1) * each, style)
    }
  }
  sheets.y += leading + 8
}

import { setImmediate as others } from 'node:timers/promises'
import { shortDate } from '../text/french_date.ts'
import { drawFiche } from './draw_fiche.ts'
import { drawHead } from './draw_head.ts'
import { drawTable, type PrintedColumn } from './draw_table.ts'
import type { FeuilleDecompte, Montants } from './feuille_decompte.ts'
import { figure } from './figure.ts'
import { openPdf } from './make_pdf.ts'
import { numberPages } from './number_pages.ts'
import { printable } from './printable.ts'
import { writeFitted } from './write_fitted.ts'
import { type Page, WIDTH, writeLine } from './write_line.ts'

const LINE = 14

const amounts = [
  ['Solde', 'solde'],
  ['Indemnités', 'indemnite'],
  ['Frais forf.', 'frais_forfaitaire'],
  ['Frais eff.', 'frais_effectif'],
  ['Autre', 'autre'],
  ['AVS/AC', 'avs_ac'],
  ['Total', 'total'],
] as const
const FIRST = 170
const EACH = 47

const columns: PrintedColumn[] = [
  { title: 'N°', start: 0, end: 22, place: 'left' },
  { title: 'Nom et prénom', start: 22, end: FIRST, place: 'left' },
  ...amounts.map(([title], n) => ({
    title,
    start: FIRST + n * EACH,
    end: FIRST + (n + 1) * EACH,
    place: 'right' as const,
  })),
]

type Send = (bytes: Uint8Array) => void
type Draw = (page: Page, name: string) => void

/**
 * Draws a statement of account: a summary, a row for each sapeur, totals; and the slips, each on a page of its own.
 * @param send receives the bytes of the PDF as they are made.
 */
export function drawDecompte(
  { feuille, fiches }: { feuille: FeuilleDecompte; fiches: boolean },
  send: Send,
): Promise<void> {
  const summary: Draw = (page, name) => drawSummary(page, name, feuille)
  return drawParts(feuille, [summary, ...(fiches ? slipsOf(feuille) : [])], send)
}

/**
 * Draws the slips of a statement of account only, each on a page of its own.
 * @param send receives the bytes of the PDF as they are made.
 */
export function drawFiches(feuille: FeuilleDecompte, send: Send): Promise<void> {
  return drawParts(feuille, slipsOf(feuille), send)
}

const slipsOf = (feuille: FeuilleDecompte) =>
  feuille.fiches.map(
    (fiche): Draw =>
      (page, name) =>
        drawFiche(page, { name, feuille, fiche }),
  )

// Each part counts its own pages. They leave before the next part is drawn, so that slips of many people take little
// memory.
async function drawParts(feuille: FeuilleDecompte, parts: Draw[], send: Send): Promise<void> {
  const { decompte, date } = feuille
  const name = printable(feuille.nom) || feuille.sis_key
  const title = `Décompte ${printable(decompte.designation)}`
  const about = { title: `${title}, ${name}`, author: name, date }
  const { page, done } = openPdf(about, send, { bufferPages: true })
  for (const [n, draw] of parts.entries()) {
    if (n > 0) page.addPage()
    draw(page, name)
    numberPages(page, `Établi le ${shortDate(date)}. ${title} du ${shortDate(decompte.date)}`)
    page.flushPages()
    await others()
  }
  page.end()
  await done
}

function drawSummary(page: Page, name: string, feuille: FeuilleDecompte): void {
  const { decompte, logo, exercice_comptable, fiches, totaux } = feuille
  const line = `N° ${decompte.id} du ${shortDate(decompte.date)}, exercice comptable ${exercice_comptable}`
  drawHead(page, { title: 'Décompte', name, line, logo })
  page.font('Arimo-Bold').fillColor('black')
  writeFitted(page, decompte.designation, { x: 0, y: 76, width: WIDTH }, [12, 7])
  const facts: [string, string][] = [
    ['Sapeurs', figure(fiches.length)],
    ['Payé', decompte.paye_le === null ? 'pas encore' : `le ${shortDate(decompte.paye_le)}`],
    ['Total CHF', figure(decompte.total)],
    ['dont AVS/AI/APG', figure(decompte.avs_total)],
    ['dont AC', figure(decompte.ac_total)],
    ['À payer CHF', figure(decompte.a_payer_total)],
    ['À facturer CHF', figure(decompte.a_facturer_total)],
  ]
  page.font('Arimo-Regular').fontSize(9)
  for (const [n, [title, value]] of facts.entries()) {
    writeLine(page, title, 0, 98 + n * LINE, 110)
    writeLine(page, value, 110, 98 + n * LINE, 80, 'right')
  }
  const rows = fiches.map((fiche, n) => ({ cells: [String(n + 1), fiche.nom_prenom, ...amountsOf(fiche)] }))
  const total = { cells: ['', 'Total', ...amountsOf(totaux)], bold: true }
  drawTable(page, columns, [...rows, total], 98 + facts.length * LINE + 12)
}

// Contributions lessen the total.
const amountsOf = (montants: Montants) =>
  amounts.map(([, key]) => figure(key === 'avs_ac' ? String(-Number(montants[key]) || 0) : montants[key]))

import { shortDate } from '../text/french_date.ts'
import { drawAddress } from './draw_address.ts'
import { drawHead } from './draw_head.ts'
import { drawTable, type PrintedColumn, type PrintedRow, startPage } from './draw_table.ts'
import type { FeuilleDecompte, Fiche, LigneFiche } from './feuille_decompte.ts'
import { figure } from './figure.ts'
import { BOTTOM } from './number_pages.ts'
import { writeFitted } from './write_fitted.ts'
import { type Page, WIDTH, writeLine } from './write_line.ts'

const LINE = 14

const columns: PrintedColumn[] = [
  { title: 'Date', start: 0, end: 52, place: 'left' },
  { title: 'Désignation', start: 52, end: 285, place: 'left' },
  { title: 'Quantité', start: 285, end: 350, place: 'right' },
  { title: 'Tarif', start: 350, end: 400, place: 'right' },
  { title: 'Taux', start: 400, end: 440, place: 'right' },
  { title: 'CHF', start: 440, end: WIDTH, place: 'right' },
]

/** Draws the slip of one payment on the current page, and on more where its entries need them. */
export function drawFiche(
  page: Page,
  { name, feuille, fiche }: { name: string; feuille: FeuilleDecompte; fiche: Fiche },
): void {
  const { decompte, logo, exercice_comptable } = feuille
  const line = `Décompte n° ${decompte.id} du ${shortDate(decompte.date)}, exercice comptable ${exercice_comptable}`
  drawHead(page, { title: 'Décompte individuel', name, line, logo })
  drawAddress(page, [fiche.nom_prenom, fiche.rue, fiche.lieu], { x: 280, y: 76, line: LINE, size: 10 })
  page.font('Arimo-Bold').fillColor('black')
  writeFitted(page, decompte.designation, { x: 0, y: 150, width: WIDTH }, [11, 7])
  const goesOn = `${fiche.nom_prenom}, suite`
  drawSums(page, fiche, drawTable(page, columns, rowsOf(fiche.ecritures), 172, goesOn) + 12, goesOn)
}

// Entries by category, each with its sum.
function rowsOf(ecritures: LigneFiche[]): PrintedRow[] {
  const groups = Map.groupBy(ecritures, ({ categorie }) => categorie)
  return [...groups].flatMap(([categorie, lines]) => [
    { cells: ['', categorie || 'Divers', '', '', '', figure(sumOf(lines))], bold: true },
    ...lines.map(({ date, designation, quantite, unite, tarif, taux, total }) => ({
      cells: [
        shortDate(date),
        designation,
        `${figure(quantite)} ${unite}`,
        figure(tarif),
        figure(taux),
        figure(total),
      ],
    })),
  ])
}

// In centimes, which are exact.
const sumOf = (lines: LigneFiche[]) =>
  (lines.reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0) / 100).toFixed(2)

function drawSums(page: Page, fiche: Fiche, top: number, goesOn: string): void {
  const parts: [string, string][] = [
    ['Soldes', fiche.solde],
    ['Indemnités', fiche.indemnite],
    ['Frais forfaitaires', fiche.frais_forfaitaire],
    ['Frais effectifs', fiche.frais_effectif],
    ['Autres', fiche.autre],
    ['AVS/AI/APG', negative(fiche.avs)],
    ['AC', negative(fiche.ac)],
  ]
  const shown = parts.filter(([, amount]) => Number(amount) !== 0)
  const owed = Number(fiche.total) < 0
  let y = top + (shown.length + 3) * LINE > BOTTOM ? startPage(page, goesOn) : top
  page.font('Arimo-Regular').fontSize(9).fillColor('black')
  for (const [title, amount] of shown) y = writeSum(page, title, amount, y)
  page.font('Arimo-Bold').fontSize(10)
  y = writeSum(
    page,
    owed ? 'À facturer CHF' : 'À payer CHF',
    owed ? negative(fiche.total) : fiche.total,
    y + 2,
  )
  page.font('Arimo-Regular').fontSize(9).fillColor('#555')
  if (fiche.iban !== '' && !owed)
    writeLine(page, `Versement sur le compte ${spaced(fiche.iban)}`, 0, y + 6, WIDTH)
}

function writeSum(page: Page, title: string, amount: string, y: number): number {
  writeLine(page, title, 285, y, 130)
  writeLine(page, figure(amount), 415, y, WIDTH - 415, 'right')
  return y + LINE
}

const negative = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)
const spaced = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')

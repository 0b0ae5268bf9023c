import { setImmediate as others } from 'node:timers/promises'
import { shortDate } from '../text/french_date.ts'
import type { Certificat, Certificats } from './certificats.ts'
import { drawAddress } from './draw_address.ts'
import { drawHead } from './draw_head.ts'
import { drawRule } from './draw_table.ts'
import { figure } from './figure.ts'
import { openPdf } from './make_pdf.ts'
import { printable } from './printable.ts'
import { type Page, WIDTH, writeLine } from './write_line.ts'

const ROW = 22
const FACTS = { top: 84, label: 20, value: 130, width: 150, address: 300 }
const TABLE = 196

/**
 * Draws the salary certificates of a year, each on a page of its own, as annexes to form 11.
 * @param send receives the bytes of the PDF as they are made.
 */
export async function drawCertificats(
  feuille: Certificats,
  send: (bytes: Uint8Array) => void,
): Promise<void> {
  const { annee, date, certificats } = feuille
  const name = printable(feuille.nom) || feuille.sis_key
  const title = `Annexe au certificat de salaire ${annee}`
  const { page, done } = openPdf({ title: `${title}, ${name}`, author: name, date }, send)
  for (const [n, certificat] of certificats.entries()) {
    if (n > 0) page.addPage()
    drawHead(page, {
      title: 'Annexe au certificat de salaire',
      name,
      line: `Année ${annee}`,
      logo: feuille.logo,
    })
    drawFacts(page, annee, certificat)
    drawFoot(page, feuille, name, drawAmounts(page, certificat))
    // The bytes of the page leave before the next one is drawn.
    await others()
  }
  page.end()
  await done
}

// The letters are those of form 11.
function drawFacts(page: Page, annee: number, certificat: Certificat): void {
  const { nom_prenom, rue, lieu, no_avs, date_naissance, debut, fin } = certificat
  const facts = [
    ['C', 'N° AVS', no_avs || 'inconnu'],
    ['', 'Date de naissance', date_naissance === null ? 'inconnue' : shortDate(date_naissance)],
    ['D', 'Année', String(annee)],
    ['E', 'Période', `du ${shortDate(debut)} au ${shortDate(fin)}`],
  ]
  page.font('Arimo-Regular').fillColor('black')
  for (const [n, [letter = '', title = '', value = '']] of facts.entries()) {
    const y = FACTS.top + n * 16
    page.font('Arimo-Bold').fontSize(9)
    writeLine(page, letter, 0, y, FACTS.label)
    page.font('Arimo-Regular')
    writeLine(page, title, FACTS.label, y, FACTS.value - FACTS.label)
    writeLine(page, value, FACTS.value, y, FACTS.width)
  }
  page.font('Arimo-Bold').fontSize(9)
  writeLine(page, 'H', FACTS.address - 20, FACTS.top, 20)
  drawAddress(page, [nom_prenom, rue, lieu], { x: FACTS.address, y: FACTS.top, line: 15, size: 10 })
}

// Returns the y below.
function drawAmounts(page: Page, certificat: Certificat): number {
  const { salaire, avs_ac, net, frais_effectif, frais_forfaitaire } = certificat
  const rows: [no: string, title: string, amount: string, bold?: boolean][] = [
    ['1', 'Salaire : solde et indemnités', salaire],
    ['8', 'Salaire brut total', salaire, true],
    ['9', 'Cotisations AVS/AI/APG/AC', negative(avs_ac)],
    ['11', 'Salaire net à reporter sur la déclaration d’impôt', net, true],
    ['13.1.2', 'Frais effectifs : autres', frais_effectif],
    ['13.2.3', 'Frais forfaitaires : autres', frais_forfaitaire],
  ]
  page.font('Arimo-Bold').fontSize(9).fillColor('black')
  writeLine(page, 'N°', 0, TABLE - 14, 50)
  writeLine(page, 'CHF', 400, TABLE - 14, WIDTH - 400, 'right')
  drawRule(page, TABLE, 'black')
  for (const [n, [no, title, amount, bold = false]] of rows.entries()) {
    const y = TABLE + n * ROW + 7
    page
      .font(bold ? 'Arimo-Bold' : 'Arimo-Regular')
      .fontSize(10)
      .fillColor('black')
    writeLine(page, no, 0, y, 50)
    writeLine(page, title, 50, y, 340)
    writeLine(page, figure(amount), 390, y, WIDTH - 390, 'right')
    drawRule(page, TABLE + (n + 1) * ROW, bold ? 'black' : '#ccc')
  }
  return drawRemarks(page, certificat, TABLE + rows.length * ROW + 14)
}

function drawRemarks(page: Page, { solde, indemnite, autre, total }: Certificat, top: number): number {
  page.font('Arimo-Regular').fontSize(10).fillColor('black')
  writeLine(page, '15', 0, top, 50)
  writeLine(page, 'Observations', 50, top, 340)
  const remarks: [string, string][] = [
    ['Solde pour tâches essentielles du service du feu', solde],
    ['Autres indemnités', indemnite],
  ]
  const beside: [string, string][] = [['Total versé dans l’année', total]]
  if (Number(autre) !== 0) beside.unshift(['Autres montants versés ou retenus, hors certificat', autre])
  let y = top + 18
  for (const [title, amount] of remarks) y = drawRemark(page, title, amount, y)
  drawRule(page, y + 4, 'black')
  page.fontSize(9).fillColor('#555')
  y += 14
  for (const [title, amount] of beside) y = drawRemark(page, title, amount, y)
  return y
}

function drawRemark(page: Page, title: string, amount: string, y: number): number {
  writeLine(page, title, 50, y, 340)
  writeLine(page, figure(amount), 390, y, WIDTH - 390, 'right')
  return y + 16
}

function drawFoot(page: Page, { rue, lieu, telephone, date }: Certificats, name: string, top: number): void {
  page.font('Arimo-Bold').fontSize(9).fillColor('black')
  writeLine(page, 'I', 0, top + 40, 20)
  page.font('Arimo-Regular')
  writeLine(page, `Établi le ${shortDate(date)}`, 20, top + 40, 200)
  writeLine(page, 'Les indications sont conformes à la comptabilité du service.', 20, top + 56, 260)
  drawAddress(page, [name, rue, lieu, telephone], { x: FACTS.address, y: top + 40, line: 14, size: 9 })
}

// Contributions lessen the salary.
const negative = (amount: string) => String(-Number(amount) || 0)

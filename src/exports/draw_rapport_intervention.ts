import { duration, longDate, shortDate } from '../text/french_date.ts'
import { drawDeroulement } from './draw_deroulement.ts'
import { drawHead } from './draw_head.ts'
import { drawHeading } from './draw_heading.ts'
import { drawMoyens } from './draw_moyens.ts'
import { startPage } from './draw_table.ts'
import { drawText } from './draw_text.ts'
import { makePdf } from './make_pdf.ts'
import { BOTTOM, numberPages } from './number_pages.ts'
import { printable } from './printable.ts'
import type { FaitsIntervention, RapportIntervention } from './rapport_intervention.ts'
import { MARGIN, type Page, WIDTH, writeLine } from './write_line.ts'

const TOP = 78
const WIDTH_OF_LABELS = 130
const FACT = { size: 9.5, line: 13, x: WIDTH_OF_LABELS }
const TEXT = { size: 9.5, line: 13 }
const END = 64

/** Draws the report of an intervention: what it was, what happened, who and what went there, and who signs it. */
export async function drawRapportIntervention(rapport: RapportIntervention): Promise<Buffer> {
  const { intervention, date, logo } = rapport
  const name = printable(rapport.nom) || rapport.sis_key
  const title = 'Rapport d’intervention'
  const goesOn = `Intervention ${intervention.numero}, suite`
  return makePdf({ title: `${title} ${intervention.numero}`, author: name, date }, (page) => {
    drawHead(page, { title, name, line: `N° ${intervention.numero}, établi le ${shortDate(date)}`, logo })
    let y = drawText(page, intervention.objet, TOP, { size: 13, line: 17, bold: true }, goesOn) + 6
    y = drawFacts(page, factsOf(intervention), y, goesOn)
    if (rapport.description.trim() !== '') {
      y = drawHeading(page, 'Description', y, goesOn)
      y = drawText(page, rapport.description.trim(), y, TEXT, goesOn)
    }
    const about = { goesOn, day: intervention.date_debut }
    y = drawDeroulement(page, rapport.deroulement, y, about)
    y = drawMoyens(page, rapport.moyens, y, about)
    drawEnd(page, intervention, y, goesOn)
    numberPages(page, `${title} ${intervention.numero}, ${name}`)
  })
}

// Facts about an intervention, line by line.
function factsOf(i: FaitsIntervention): [label: string, value: string][] {
  const rescued = [count(i.sauve_personne, 'personne'), count(i.sauve_animaux, 'animal', 'animaux')]
  const facts: [string, string][] = [
    ['Début', `${longDate(i.date_debut)}, ${i.heure_debut.slice(0, 5)}`],
    ['Fin', `${longDate(i.date_fin)}, ${i.heure_fin.slice(0, 5)}`],
    ['Durée', i.secondes > 0 ? duration(i.secondes) : ''],
    ['Lieu', [i.lieu, i.localite].filter((each) => each !== '').join(', ')],
    ['Position', i.wgs84.replace(',', ', ')],
    ['Type', i.type],
    ['Catégorie fédérale', i.stat_federal],
    ['Degré', String(i.degre)],
    ['Chef d’intervention', i.chef],
    ['Propriétaire', i.proprietaire],
    ['Responsable', i.responsable],
    [
      'Police',
      i.rapport_police ? ['Rapport de police', i.agent].filter((each) => each !== '').join(', ') : i.agent,
    ],
    ['Sauvés', rescued.filter((each) => each !== '').join(', ')],
  ]
  return facts.filter(([, value]) => value !== '')
}

const count = (n: number, one: string, several = `${one}s`) =>
  n === 0 ? '' : `${n} ${n > 1 ? several : one}`

function drawFacts(page: Page, facts: [string, string][], top: number, goesOn: string): number {
  let y = top
  for (const [label, value] of facts) {
    if (y + FACT.line > BOTTOM) y = startPage(page, goesOn)
    page.font('Arimo-Regular').fontSize(FACT.size).fillColor('#555')
    writeLine(page, label, 0, y, WIDTH_OF_LABELS - 8)
    y = drawText(page, value, y, FACT, goesOn) + 2
  }
  return y
}

function drawEnd(
  page: Page,
  { validated_at, validated_by }: FaitsIntervention,
  top: number,
  goesOn: string,
): void {
  const y = top + END > BOTTOM ? startPage(page, goesOn) : top + 24
  page.font('Arimo-Regular').fontSize(9.5).fillColor('black')
  const by = validated_by === '' ? '' : ` par ${validated_by}`
  const validation =
    validated_at === null
      ? 'Ce rapport n’est pas encore validé.'
      : `Validé le ${shortDate(validated_at.slice(0, 10))} à ${validated_at.slice(11, 16)}${by}`
  writeLine(page, validation, 0, y, 300)
  writeLine(page, 'Signature', 310, y, 60)
  const line = MARGIN + y + 11
  page
    .moveTo(MARGIN + 362, line)
    .lineTo(MARGIN + WIDTH, line)
    .lineWidth(0.5)
    .stroke('black')
}

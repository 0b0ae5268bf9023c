import { duration, momentOn } from '../text/french_date.ts'
import type { Section } from './draw_deroulement.ts'
import { drawHeading } from './draw_heading.ts'
import { drawTable, type PrintedColumn, type PrintedRow } from './draw_table.ts'
import { drawText } from './draw_text.ts'
import { figure } from './figure.ts'
import type { MoyensIntervention, Present } from './rapport_intervention.ts'
import { type Page, WIDTH } from './write_line.ts'

const NAMES = { size: 9, line: 13 }

const people: PrintedColumn[] = [
  { title: 'Nom et prénom', start: 0, end: 190, place: 'left' },
  { title: 'Grade', start: 190, end: 275, place: 'left' },
  { title: 'Arrivée', start: 275, end: 335, place: 'right' },
  { title: 'Départ', start: 335, end: 395, place: 'right' },
  { title: 'Durée', start: 395, end: 440, place: 'right' },
  { title: 'Remarque', start: 448, end: WIDTH, place: 'left' },
]
const vehicles: PrintedColumn[] = [
  { title: 'Véhicule', start: 0, end: 275, place: 'left' },
  { title: 'Immatriculation', start: 275, end: WIDTH, place: 'left' },
]
const materials: PrintedColumn[] = [
  { title: 'Matériel', start: 0, end: 275, place: 'left' },
  { title: 'Quantité', start: 275, end: 335, place: 'right' },
  { title: 'Unité', start: 343, end: WIDTH, place: 'left' },
]

/** Draws who and what went to an intervention. @returns the y below */
export function drawMoyens(page: Page, moyens: MoyensIntervention, top: number, about: Section): number {
  const { sapeurs, vehicules, materiels, groupes, quittances } = moyens
  const { goesOn, day } = about
  const table = (title: string, columns: PrintedColumn[], rows: PrintedRow[], y: number) =>
    rows.length === 0 ? y : drawTable(page, columns, rows, drawHeading(page, title, y, goesOn), goesOn)
  const names = (title: string, list: string[], y: number) =>
    list.length === 0
      ? y
      : drawText(page, list.join(', '), drawHeading(page, title, y, goesOn), NAMES, goesOn)
  let y = table('Personnes', people, rowsOfPeople(sapeurs ?? [], day), top)
  y = table(
    'Véhicules',
    vehicles,
    (vehicules ?? []).map((v) => ({ cells: [v.designation, v.immatriculation] })),
    y,
  )
  const used = (materiels ?? []).map((m) => ({ cells: [m.designation, figure(m.quantite), m.unite] }))
  y = table('Matériel', materials, used, y)
  y = names(
    'Groupes alertés',
    (groupes ?? []).map(({ no, designation }) => `${no} ${designation}`),
    y,
  )
  return names('Quittances', quittances ?? [], y)
}

function rowsOfPeople(list: Present[], day: string): PrintedRow[] {
  if (list.length === 0) return []
  const seconds = list.reduce((sum, { secondes }) => sum + secondes, 0)
  const people = new Set(list.map(({ nom_prenom, grade }) => `${nom_prenom} ${grade}`)).size
  const total = people > 1 ? `Total, ${people} personnes` : 'Total, 1 personne'
  return [
    ...list.map(({ nom_prenom, grade, debut, fin, secondes, piquet }) => ({
      cells: [
        nom_prenom,
        grade,
        momentOn(day, debut),
        momentOn(day, fin),
        duration(secondes),
        piquet ? 'piquet' : '',
      ],
    })),
    { cells: [total, '', '', '', duration(seconds), ''], bold: true },
  ]
}

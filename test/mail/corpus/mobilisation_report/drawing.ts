import { personne } from '../../parsers/sample_report.ts'
import type { CorpusMail } from '../expectation.ts'
import type { Ink } from '../paper/ink.ts'
import type { Layout } from '../paper/layout.ts'
import { em, fire, reportMail, ricarda, usual } from './report_mail.ts'

const long = 'Vuilleumier-Châtelain Marie-Françoise'
const staff = em(
  ricarda,
  personne('Tobler Daniel', 'Vient', '+41258491517', '+41838004532', '+41795551011'),
  personne(long, 'Vient', '+41795559005'),
  personne('Berberat Yves', 'Ne vient pas', '+41795551012'),
  personne('Piquet EM', 'Pas atteint', '+41324210000'),
)

/** The same report printed in another way, with the same outcome. */
function printed(number: number, title: string, how: Partial<Ink>, layout: Partial<Layout> = {}): CorpusMail {
  const adresse = `2800 Delémont, Rue du Dessin ${number}`
  return reportMail(
    title,
    { spec: fire(adresse, { groupes: [staff] }), layout, ink: how },
    usual(adresse, { viennent: ['Amsler Ricarda', 'Tobler Daniel', long] }),
  )
}

const shifted = (by: number) => ({
  margin: 44 + by,
  columns: { contact: 44 + by, media: 196 + by, numero: 268 + by, statut: 430 + by },
})
const letter = { width: 612, height: 792 }
const landscape = {
  width: 841.89,
  height: 595.28,
  second: 460,
  columns: { contact: 44, media: 260, numero: 380, statut: 660 },
}

/** Pages set and drawn in many ways, all readable as reports. */
export const drawing: CorpusMail[] = [
  printed(1, 'Text that is drawn from the end to the beginning', { order: 'reversed' }),
  printed(2, 'Text that is drawn column by column', { order: 'columns' }),
  printed(3, 'Text that is drawn all mixed up', { order: 'mixed' }),
  printed(4, 'Words that are drawn one by one, mixed up', { pieces: 'words', order: 'mixed' }),
  printed(5, 'Letters that are drawn one by one', { pieces: 'letters' }),
  printed(6, 'Letters that are drawn column by column', { pieces: 'letters', order: 'columns' }),
  printed(7, 'Kerned text without a single space', { pieces: 'kerned' }),
  printed(8, 'Bold text that is drawn twice', { twice: true }),
  printed(9, 'A stamp across the page and a note in its margin', { stamp: 'COPIE' }),
  printed(10, 'Pages that lie on their side in the file', { lie: 'turned', stamp: 'COPIE' }),
  printed(11, 'Columns ten points to the left', {}, shifted(-10)),
  printed(12, 'Columns ten points to the right', { order: 'reversed' }, shifted(10)),
  printed(13, 'Heads ten points left of their columns', {}, { heads: -10 }),
  printed(14, 'Heads ten points right of their columns', {}, { heads: 10 }),
  printed(15, 'Heads in the middle of their columns', {}, { heads: 'centre' }),
  printed(16, 'Letter paper', {}, letter),
  printed(17, 'Landscape', { pieces: 'words', order: 'columns' }, landscape),
  printed(18, 'Landscape, by pages that lie on their side', { lie: 'turned' }, landscape),
  printed(19, 'Times, in small letters', {}, { family: 'Times', size: 7, leading: 9 }),
  printed(20, 'Courier', {}, { family: 'Courier', size: 7.5, leading: 10 }),
  printed(21, 'Large letters with much space between the lines', {}, { size: 10, leading: 18 }),
  printed(
    22,
    'Headings in other sizes',
    {},
    { sizes: { rapport: 20, rubrique: 14, titre: 12.4, head: 8, total: 11 } },
  ),
  printed(
    23,
    'Columns so narrow that their cells touch',
    {},
    { columns: { contact: 44, media: 150, numero: 197, statut: 323 }, size: 9 },
  ),
]

import type { PersonneSpec } from '../../../../src/demo/report_spec.ts'
import { personne, row } from '../../parsers/sample_report.ts'
import type { CorpusMail } from '../expectation.ts'
import type { Layout } from '../paper/layout.ts'
import type { PaperSpec } from '../paper/typeset.ts'
import { em, fire, reportMail, ricarda, usual } from './report_mail.ts'

const street = (number: number) => `2800 Delémont, Rue de la Page ${number}`

const tobler = ['+41258491517', '+41838004532', '+41795551011']
const brokenInside: PersonneSpec = {
  nom: 'Tobler Daniel',
  rows: [{ ...row('Téléphone', tobler, 'Vient'), rupture: 'dedans' }],
}
const brokenBefore: PersonneSpec = {
  nom: 'Chappuis Élodie',
  rows: [{ ...row('Téléphone', ['+41795551013'], 'Vient'), rupture: 'avant' }],
}
const brokenName: PersonneSpec = {
  nom: 'Vuilleumier-Châtelain Marie-Françoise',
  rows: [{ ...row('Téléphone', ['+41790000001'], 'Vient'), rupture: 'dedans' }],
}
const crowd = Array.from({ length: 90 }, (_, at) =>
  personne(`Nom${at} Prénom`, at === 7 || at === 70 ? 'Vient' : 'Pas atteint', `+4179001${1000 + at}`),
)
const both = { viennent: ['Amsler Ricarda', 'Tobler Daniel', 'Berberat Yves'] }
const berberat = personne('Berberat Yves', 'Vient', '+41795551012')

function broken(number: number, spec: Partial<PaperSpec>, layout: Partial<Layout> = {}) {
  return { spec: fire(street(number), spec), layout }
}

/** Blocks and rows that break across pages. */
export const pages: CorpusMail[] = [
  reportMail(
    'A row that breaks inside its numbers',
    broken(1, { groupes: [em(ricarda, brokenInside, berberat)] }),
    usual(street(1), both),
  ),
  reportMail(
    'A row that breaks inside its numbers, the head of the table repeated',
    broken(2, { groupes: [em(ricarda, brokenInside, berberat)] }, { repeat: { titre: false, head: true } }),
    usual(street(2), both),
  ),
  reportMail(
    'A row that breaks inside its numbers, title and head repeated',
    broken(3, { groupes: [em(ricarda, brokenInside, berberat)] }, { repeat: { titre: true, head: true } }),
    usual(street(3), both),
  ),
  reportMail(
    'A row that breaks before its name',
    broken(4, { groupes: [em(brokenName, berberat)] }, { repeat: { titre: false, head: true } }),
    usual(street(4), { viennent: ['Vuilleumier-Châtelain Marie-Françoise', 'Berberat Yves'] }),
  ),
  reportMail(
    'A block that breaks between its rows',
    broken(5, { groupes: [em(ricarda, brokenBefore)] }),
    usual(street(5), { viennent: ['Amsler Ricarda', 'Chappuis Élodie'] }),
  ),
  reportMail(
    'A title alone at the foot of its page',
    broken(6, { groupes: [em(), { ...em(berberat), titre: '91 Secours, SIS Haute-Sorne', rupture: true }] }),
    usual(street(6), { groupes: ['90 EM', '91 Secours'], viennent: ['Amsler Ricarda', 'Berberat Yves'] }),
  ),
  reportMail(
    'Page numbers that skip',
    broken(7, { pages: [1, 4, 4, 9], groupes: [em(ricarda, brokenInside, berberat)] }),
    usual(street(7), both),
  ),
  reportMail(
    'Pages without numbers',
    broken(8, { groupes: [em(ricarda, brokenInside, berberat)] }, { foot: false }),
    usual(street(8), both),
  ),
  reportMail(
    'Ninety people on three pages',
    broken(9, { groupes: [em(...crowd)] }),
    usual(street(9), { viennent: [], inconnus: ['Nom7 Prénom', 'Nom70 Prénom'] }),
  ),
  reportMail(
    'Ninety people on three pages, each with title and head, the totals at the end',
    broken(10, { groupes: [em(...crowd)] }, { repeat: { titre: true, head: true }, totals: 'after' }),
    usual(street(10), { viennent: [], inconnus: ['Nom7 Prénom', 'Nom70 Prénom'] }),
  ),
  reportMail(
    'A block on each page',
    broken(11, {
      groupes: ['90 EM', '91 Secours', '92 Échelle'].map((groupe) => ({
        ...em(brokenBefore),
        titre: `${groupe}, SIS Haute-Sorne`,
      })),
    }),
    usual(street(11), {
      groupes: ['90 EM', '91 Secours', '92 Échelle'],
      viennent: ['Chappuis Élodie', 'Chappuis Élodie', 'Chappuis Élodie'],
    }),
  ),
]

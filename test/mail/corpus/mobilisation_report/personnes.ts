import type { RowSpec } from '../../../../src/demo/report_spec.ts'
import { personne, row } from '../../parsers/sample_report.ts'
import type { AlarmeAttendue, CorpusMail } from '../expectation.ts'
import type { Layout } from '../paper/layout.ts'
import { em, fire, reportMail, ricarda, usual } from './report_mail.ts'

const street = (number: number) => `2800 Delémont, Rue des Gens ${number}`
const sent = 'Message envoyé'

type Coming = Pick<AlarmeAttendue, 'viennent'> & Partial<Pick<AlarmeAttendue, 'inconnus' | 'numeros'>>

/** A fire with the given people called, and the expected people who come. */
function called(
  number: number,
  title: string,
  personnes: { nom: string; rows: RowSpec[] }[],
  coming: Coming,
  layout: Partial<Layout> = {},
): CorpusMail {
  const spec = fire(street(number), { groupes: [em(...personnes)] })
  return reportMail(title, { spec, layout }, usual(street(number), coming))
}

const tobler = personne('Tobler Daniel', 'Vient', '+41258491517', '+41838004532', '+41795551011')
const vuilleumier = personne('Vuilleumier-Châtelain Marie-Françoise', 'Vient', '+41795559005')
const five = ['+41258491517', '+41838004532', '+41324560000', '+41324560001', '+41795551014']

/** The rows of a block: names, numbers, media, and matched sapeurs. */
export const people: CorpusMail[] = [
  called(1, 'Three numbers, of which the wrapped one is known', [tobler, ricarda], {
    viennent: ['Tobler Daniel', 'Amsler Ricarda'],
    numeros: ['+41258491517 +41838004532 +41795551011', '+41795551010'],
  }),
  called(2, 'Five numbers on three lines', [personne('Piquet', 'Vient', ...five), ricarda], {
    viennent: ['Dobler Mathieu', 'Amsler Ricarda'],
    numeros: [five.join(' '), '+41795551010'],
  }),
  called(
    3,
    'Names on the line after their numbers',
    [tobler, ricarda, personne('Personne Inconnue', 'Vient', '+41790000003')],
    { viennent: ['Tobler Daniel', 'Amsler Ricarda'], inconnus: ['Personne Inconnue'] },
    { names: 'always below' },
  ),
  called(4, 'A long name on two lines below its numbers', [vuilleumier, ricarda], {
    viennent: ['Vuilleumier-Châtelain Marie-Françoise', 'Amsler Ricarda'],
  }),
  called(
    5,
    'A long name that begins beside its numbers',
    [personne('Vuilleumier-Châtelain Marie-Françoise', 'Vient', '+41790000005'), ricarda],
    { viennent: ['Vuilleumier-Châtelain Marie-Françoise', 'Amsler Ricarda'] },
    { names: 'beside' },
  ),
  called(
    6,
    'A long name on one line that goes on past its column',
    [personne('Vuilleumier-Châtelain Marie-Françoise', 'Vient', '+41790000006'), ricarda],
    { viennent: ['Vuilleumier-Châtelain Marie-Françoise', 'Amsler Ricarda'] },
    { wrapNames: false },
  ),
  called(
    7,
    'Cells that stand in the middle of their rows',
    [ricarda, tobler, vuilleumier, personne('Berberat Yves', 'Ne vient pas', '+41795551012')],
    { viennent: ['Amsler Ricarda', 'Tobler Daniel', 'Vuilleumier-Châtelain Marie-Françoise'] },
    { names: 'middle' },
  ),
  called(
    8,
    'Pagers, mails and text messages carry no answer',
    [
      { nom: 'Pager 12', rows: [row('Paging', ['0684780556'], sent)] },
      {
        nom: 'Kottelat Alain',
        rows: [row('SMS', ['+41795551020'], sent), row('Mail', ['a@example.org'], sent)],
      },
      { nom: ricarda.nom, rows: [row('SMS', ['+41795551010'], sent), ...ricarda.rows] },
    ],
    { viennent: ['Amsler Ricarda'] },
  ),
  called(
    18,
    'A pager and a second mobile of someone who comes are kept with his numbers',
    [
      {
        nom: ricarda.nom,
        rows: [
          ...ricarda.rows,
          row('SMS', ['+41795551010', '+41790000018'], sent),
          row('Paging', ['0684780556'], sent),
        ],
      },
      personne('Vuilleumier-Châtelain Anne-Sophie', 'Vient', '+41790000019', '0324260017', '0324260018'),
    ],
    {
      viennent: ['Amsler Ricarda'],
      inconnus: ['Vuilleumier-Châtelain Anne-Sophie'],
      numeros: ['+41795551010 +41790000018 0684780556', '+41790000019 0324260017 0324260018'],
    },
  ),
  called(
    9,
    'A duty phone that answers is nobody',
    [personne('Piquet EM Haute-Sorne', 'Vient', '+41324210000'), ricarda],
    { viennent: ['Amsler Ricarda'], inconnus: ['Piquet EM Haute-Sorne'] },
  ),
  called(
    10,
    'A number that two share leaves it to the name',
    [personne('Rérat Jean', 'Vient', '+41324260000'), personne('Famille Rérat', 'Vient', '+41324260000')],
    { viennent: ['Rérat Jean'], inconnus: ['Famille Rérat'] },
  ),
  called(
    11,
    'Two of one name are told apart by their numbers only',
    [personne('Chèvre Marie', 'Vient', '+41795559002'), personne('Chevre Marie', 'Vient', '+41790000011')],
    { viennent: ['Chèvre Marie'], inconnus: ['Chevre Marie'] },
  ),
  called(
    12,
    'People who have left are unknown',
    [personne('Ancien Pierre', 'Vient', '+41795559003'), ricarda],
    {
      viennent: ['Amsler Ricarda'],
      inconnus: ['Ancien Pierre'],
    },
  ),
  called(
    13,
    'Numbers as people write them',
    [
      personne('A', 'Vient', '079 555 10 10', '032 426 00 99'),
      personne('B', 'Vient', '0041 79 555 10 11'),
      personne('C', 'Vient', '+41 (0)79 555 10 12', '0795550000'),
      personne('D', 'Vient', '0041795551013'),
      personne('E', 'Vient', '+41 32 426 90 04'),
    ],
    { viennent: ['Amsler Ricarda', 'Tobler Daniel', 'Berberat Yves', 'Chappuis Élodie', 'Double Karin'] },
  ),
  called(
    14,
    'Names in the other order, without accents, in capitals',
    [
      personne('ELODIE CHAPPUIS', 'Vient', '+41790000014'),
      personne('Cédric Froidevaux', 'Vient'),
      personne('gigon nathalie', 'Vient', '+41790000015'),
    ],
    { viennent: ['Chappuis Élodie', 'Froidevaux Cédric', 'Gigon Nathalie'] },
  ),
  called(
    15,
    'Two numbers that belong to two people leave it to the name',
    [personne('Hulmann Grégory', 'Vient', '+41795551010', '+41795551011')],
    { viennent: ['Hulmann Grégory'] },
  ),
  called(
    16,
    'Who does not come, or was not reached, is left out',
    [
      personne('Tobler Daniel', 'Ne vient pas', '+41795551011'),
      personne('Berberat Yves', 'Pas atteint', '+41795551012'),
      ricarda,
    ],
    { viennent: ['Amsler Ricarda'] },
  ),
  called(17, 'Nobody comes', [personne('Tobler Daniel', 'Ne vient pas', '+41795551011')], { viennent: [] }),
]

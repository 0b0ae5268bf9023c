import { personne } from '../../parsers/sample_report.ts'
import type { CorpusMail } from '../expectation.ts'
import { em, fire, none, reportMail, ricarda, usual } from './report_mail.ts'

const street = (number: number) => `2800 Delémont, Rue du Total ${number}`

const staff = em(
  ricarda,
  personne('Tobler Daniel', 'Ne vient pas', '+41795551011'),
  personne('Berberat Yves', 'Pas atteint', '+41795551012'),
)
const secours = { ...staff, titre: '91 1er secours - SIS Haute-Sorne' }
const broken = 'une partie du rapport n’a pas pu être produite par la centrale.'
const nobody = { groupes: [], viennent: [] }
const gap = (...gaps: string[]) => ({ raison: gaps.join(' ') })
const left = (text: string) => `${text} Ce groupe n’est pas repris.`

/** The totals of blocks, and reports that cannot be trusted. */
export const totals: CorpusMail[] = [
  reportMail(
    'A block that announces more who come than it shows is left out',
    { spec: fire(street(1), { groupes: [em(), { ...secours, totaux: { viennent: 2 } }] }) },
    {
      ...usual(street(1)),
      ...gap(
        'Rapport incomplet : 1 personne lue sur 2.',
        left('Groupe « 91 1er secours - SIS Haute-Sorne » : 1 lu(s) pour « Viennent », 2 annoncé(s).'),
      ),
    },
  ),
  reportMail(
    'A block that announces fewer who do not come than it shows is left out',
    { spec: fire(street(2), { groupes: [{ ...staff, totaux: { neViennentPas: 0 } }] }) },
    {
      ...usual(street(2), nobody),
      ...gap(
        'Rapport incomplet : 0 personne lue sur 1.',
        left('Groupe « 90 EM, SIS Haute-Sorne » : 1 lu(s) pour « Ne viennent pas », 0 annoncé(s).'),
      ),
    },
  ),
  reportMail(
    'A block that announces another number of those not reached is left out',
    { spec: fire(street(3), { groupes: [{ ...staff, totaux: { pasRepondus: 10 } }] }) },
    {
      ...usual(street(3), nobody),
      ...gap(
        'Rapport incomplet : 0 personne lue sur 1.',
        left('Groupe « 90 EM, SIS Haute-Sorne » : 1 lu(s) pour « Pas répondus », 10 annoncé(s).'),
      ),
    },
  ),
  reportMail(
    'A block that announces people and shows none is left out',
    { spec: fire(street(4), { groupes: [{ ...em(), personnes: [], totaux: { viennent: 1 } }] }) },
    {
      ...usual(street(4), nobody),
      ...gap(left('Groupe « 90 EM, SIS Haute-Sorne » : 0 lu(s) pour « Viennent », 1 annoncé(s).')),
    },
  ),
  reportMail(
    'A wrong total of messages sent is nothing that counts',
    { spec: fire(street(5), { groupes: [{ ...staff, totaux: { sms: 99, appeles: 7 } }] }) },
    usual(street(5)),
  ),
  reportMail(
    'A table whose title is printed too small is not taken for another group’s',
    {
      spec: fire(street(12), { groupes: [{ ...em(), personnes: [] }, secours] }),
      layout: { smallTitles: true },
    },
    {
      ...usual(street(12), nobody),
      ...gap(
        'Rapport incomplet : 0 personne lue sur 1.',
        left('Groupe « 90 EM, SIS Haute-Sorne » : plusieurs totaux différents pour « Viennent ».'),
      ),
    },
  ),
  reportMail(
    'A table without any title fails',
    { spec: fire(street(13)), layout: { sizes: { rapport: 16, rubrique: 11, titre: 9, head: 9, total: 9 } } },
    none(
      'failed',
      'Aucun SIS de cette instance n’est nommé. Rapport incomplet : 0 personne lue sur 1. Un tableau sans titre de groupe n’est pas repris. Le rapport ne nomme aucun groupe.',
    ),
  ),
  reportMail(
    'A group that was alerted twice, with totals of each time',
    { spec: fire(street(14), { groupes: [em(), staff] }) },
    usual(street(14), { groupes: ['90 EM', '90 EM'], viennent: ['Amsler Ricarda', 'Amsler Ricarda'] }),
  ),
  reportMail(
    'A block that could not be produced is left out',
    { spec: fire(street(6), { groupes: [em(), { ...secours, erreur: true }] }) },
    {
      ...usual(street(6)),
      ...gap(
        'Rapport incomplet : 1 personne lue sur 2.',
        left(`Groupe « 91 1er secours - SIS Haute-Sorne » : ${broken}`),
      ),
    },
  ),
  reportMail(
    'A message that could not be produced fails',
    { spec: fire(street(7), { message: 'Error: Subreport could not be shown.' }) },
    none('failed', 'Le début du rapport n’a pas pu être produit par la centrale.'),
  ),
  reportMail(
    'An error in letters as large as a title is no title',
    { spec: fire(street(8), { groupes: [{ ...secours, erreur: true }] }), layout: { size: 12, leading: 15 } },
    {
      ...usual(street(8), nobody),
      ...gap(
        'Rapport incomplet : 0 personne lue sur 1.',
        left(`Groupe « 91 1er secours - SIS Haute-Sorne » : ${broken}`),
      ),
    },
  ),
  reportMail(
    'Totals below the table',
    { spec: fire(street(9), { groupes: [staff, secours] }), layout: { totals: 'after' } },
    usual(street(9), {
      groupes: ['90 EM', '91 1er secours'],
      viennent: ['Amsler Ricarda', 'Amsler Ricarda'],
    }),
  ),
  reportMail(
    'Totals beside their labels',
    { spec: fire(street(10), { groupes: [staff] }), layout: { totals: 'beside' } },
    usual(street(10)),
  ),
  reportMail(
    'Totals and heads as large as titles',
    {
      spec: fire(street(11), { groupes: [staff] }),
      layout: { sizes: { rapport: 18, rubrique: 12, titre: 12, head: 12, total: 12 } },
    },
    usual(street(11)),
  ),
]

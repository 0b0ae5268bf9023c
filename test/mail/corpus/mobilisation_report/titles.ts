import type { GroupeSpec } from '../../../../src/demo/report_spec.ts'
import { personne } from '../../parsers/sample_report.ts'
import type { CorpusMail } from '../expectation.ts'
import { em, fire, none, reportMail, ricarda, usual, usualAlarme } from './report_mail.ts'

const street = (number: number) => `2800 Delémont, Rue du Titre ${number}`

const tobler = personne('Tobler Daniel', 'Vient', '+41795551011')
const aubry = personne('Aubry Pascal', 'Vient', '+41795552010')
const beuchat = personne('Beuchat Luc', 'Vient', '+41795553000')
const stranger = personne('Inconnu Bernard', 'Vient', '+41790000099')
const group = (titre: string, ...personnes: GroupeSpec['personnes']): GroupeSpec => ({ titre, personnes })
const rta = { ...group('Commune Haute-Sorne - RTA', stranger), etoile: false }

const longTitle =
  '91 Premier secours et détachement des porteurs d’appareils respiratoires de la vallée, SIS Haute-Sorne'

/** The titles of blocks: group, SIS, and titles of neither form. */
export const titles: CorpusMail[] = [
  reportMail(
    'A title without its star, with a dash',
    { spec: fire(street(1), { groupes: [{ ...group('90 EM - SIS Haute-Sorne', ricarda), etoile: false }] }) },
    usual(street(1)),
  ),
  reportMail(
    'A title without number, of a group that is no SIS’s, is noted',
    { spec: fire(street(2), { groupes: [em(), rta] }) },
    { ...usual(street(2)), raison: 'Groupe sans SIS connu, ignoré : Commune Haute-Sorne - RTA.' },
  ),
  reportMail(
    'A title without number, of a SIS',
    { spec: fire(street(3), { groupes: [group('Piquet de nuit, SIS Haute-Sorne', ricarda)] }) },
    usual(street(3), { groupes: ['Piquet de nuit'] }),
  ),
  reportMail(
    'Titles that name the SIS by abbreviation and by key',
    {
      spec: fire(street(4), { groupes: [group('90 EM, SIS HS', ricarda), group('91 Secours - hs', tobler)] }),
    },
    usual(street(4), { groupes: ['90 EM', '91 Secours'], viennent: ['Amsler Ricarda', 'Tobler Daniel'] }),
  ),
  reportMail(
    'Titles in capitals, without accents',
    {
      spec: fire(street(5), {
        groupes: [group('90 EM, SIS HAUTE-SORNE', ricarda), group('3 Piquet - sis delemont', beuchat)],
      }),
    },
    {
      etat: 'alarm',
      raison: '',
      alarmes: {
        hs: usualAlarme(street(5)),
        dl: usualAlarme(street(5), { groupes: ['3 Piquet'], viennent: ['Beuchat Luc'] }),
      },
    },
  ),
  reportMail(
    'A title that goes on in a second line',
    { spec: fire(street(6), { groupes: [group(longTitle, ricarda)] }) },
    usual(street(6), {
      groupes: ['91 Premier secours et détachement des porteurs d’appareils respiratoires de la vallée'],
    }),
  ),
  reportMail(
    'Several groups of one SIS',
    {
      spec: fire(street(7), {
        groupes: [
          em(),
          group('91 1er secours, SIS Haute-Sorne', tobler),
          group('92 Tonne-pompe, SIS Haute-Sorne'),
        ],
      }),
    },
    usual(street(7), {
      groupes: ['90 EM', '91 1er secours', '92 Tonne-pompe'],
      viennent: ['Amsler Ricarda', 'Tobler Daniel'],
    }),
  ),
  reportMail(
    'Someone who comes with two groups',
    {
      spec: fire(street(8), {
        groupes: [em(ricarda, tobler), group('91 1er secours, SIS Haute-Sorne', tobler)],
      }),
    },
    usual(street(8), {
      groupes: ['90 EM', '91 1er secours'],
      viennent: ['Amsler Ricarda', 'Tobler Daniel', 'Tobler Daniel'],
    }),
  ),
  reportMail(
    'Groups of three SIS make three alarms, each with its own people only',
    {
      spec: fire(street(9), {
        groupes: [
          group('1 Piquet, SIS Test', aubry),
          em(ricarda, aubry),
          group('3 Piquet - SIS Delémont', beuchat, stranger),
        ],
      }),
    },
    {
      etat: 'alarm',
      raison: '',
      alarmes: {
        hs: usualAlarme(street(9), { viennent: ['Amsler Ricarda'], inconnus: ['Aubry Pascal'] }),
        test: usualAlarme(street(9), { groupes: ['1 Piquet'], viennent: ['Aubry Pascal'] }),
        dl: usualAlarme(street(9), {
          groupes: ['3 Piquet'],
          viennent: ['Beuchat Luc'],
          inconnus: ['Inconnu Bernard'],
        }),
      },
    },
  ),
  reportMail(
    'A SIS that is not here, beside one that is, is noted',
    { spec: fire(street(10), { groupes: [group('12 Piquet, SIS Val-Terbi', stranger), em()] }) },
    { ...usual(street(10)), raison: 'Groupe sans SIS connu, ignoré : 12 Piquet, SIS Val-Terbi.' },
  ),
  reportMail(
    'A report of SIS that are not here fails',
    { spec: fire(street(11), { groupes: [group('12 Piquet, SIS Val-Terbi', stranger)] }) },
    none(
      'failed',
      'Aucun SIS de cette instance n’est nommé. Groupe sans SIS connu, ignoré : 12 Piquet, SIS Val-Terbi.',
    ),
  ),
  reportMail(
    'A report without any group fails',
    { spec: fire(street(12), { groupes: [] }) },
    none('failed', 'Aucun SIS de cette instance n’est nommé. Le rapport ne nomme aucun groupe.'),
  ),
  reportMail(
    'A group that names no SIS is that of the only one named',
    { spec: fire(street(13), { groupes: [em(), group('91 1er secours', tobler)] }) },
    usual(street(13), {
      groupes: ['90 EM', '91 1er secours'],
      viennent: ['Amsler Ricarda', 'Tobler Daniel'],
    }),
  ),
  reportMail(
    'People of a group that names no SIS, in a report of two, each in his own',
    {
      spec: fire(street(15), {
        groupes: [em(), group('1 Piquet, SIS Test'), group('92 Renfort', tobler, aubry, stranger)],
      }),
    },
    {
      etat: 'alarm',
      raison: 'Groupe sans SIS connu, ignoré : 92 Renfort.',
      alarmes: {
        hs: usualAlarme(street(15), {
          viennent: ['Amsler Ricarda', 'Tobler Daniel'],
          inconnus: ['Inconnu Bernard'],
        }),
        test: usualAlarme(street(15), {
          groupes: ['1 Piquet'],
          viennent: ['Aubry Pascal'],
          inconnus: ['Inconnu Bernard'],
        }),
      },
    },
  ),
  reportMail(
    'A group that was alerted and holds nobody',
    { spec: fire(street(14), { groupes: [em(), group('92 Tonne-pompe - SIS Haute-Sorne')] }) },
    usual(street(14), { groupes: ['90 EM', '92 Tonne-pompe'] }),
  ),
]

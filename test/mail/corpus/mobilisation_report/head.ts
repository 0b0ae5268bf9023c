import type { CorpusMail } from '../expectation.ts'
import { fire, reportMail, usual } from './report_mail.ts'

const street = (number: number) => `2800 Delémont, Rue de la Tête ${number}`
const wide = `Feu dans un bâtiment agricole avec du bétail, ${'toute la charpente brûle, '.repeat(6)}renforts demandés`

/** The head of page 1: type, description, times, caller. */
export const head: CorpusMail[] = [
  reportMail(
    'An empty caller and an empty place',
    { spec: fire(street(1), { appelant: [], lieu: '' }) },
    usual(street(1)),
  ),
  reportMail(
    'A caller whose lines look like labels',
    {
      spec: fire(street(2), {
        appelant: [
          'Description: de la fumée',
          "Type d'alarme: test",
          "Début de l'alarme: 01/01/2020 00:00:00",
          'Lieu',
          'Messages',
        ],
        lieu: 'Description: ailleurs',
      }),
    },
    usual(street(2)),
  ),
  reportMail(
    'A description of three lines',
    { spec: fire(street(3), { description: wide }) },
    usual(street(3), { description: wide }, { objet: wide }),
  ),
  reportMail(
    'A caller of eight lines',
    { spec: fire(street(4), { appelant: Array.from({ length: 8 }, (_, at) => `Ligne ${at + 1}`) }) },
    usual(street(4)),
  ),
  reportMail(
    'An alarm that goes on has an end that is no time',
    { spec: fire(street(5), { fin: 'en cours' }) },
    { ...usual(street(5)), raison: 'Fin de l’alarme illisible : en cours.' },
  ),
  reportMail(
    'Without a start the creation counts',
    { spec: fire(street(6), { debut: '' }) },
    usual(street(6), { date: '2026-03-14T13:28:15Z' }),
  ),
  reportMail(
    'Without start and creation the date of the mail counts',
    { spec: fire(street(7), { debut: '', dateCreation: '', fin: '' }) },
    usual(street(7), { date: '2026-03-14T13:40:00Z' }),
  ),
  reportMail(
    'A start in the hour that summer time leaves out',
    {
      spec: fire(street(8), { debut: '29/03/2026 02:30:00' }),
      mail: { date: new Date('2026-03-29T01:31:00Z') },
    },
    usual(street(8), { date: '2026-03-29T01:30:00Z' }),
  ),
  reportMail(
    'A start a second before summer time ends',
    {
      spec: fire(street(9), { debut: '25/10/2026 01:59:59' }),
      mail: { date: new Date('2026-10-25T00:01:00Z') },
    },
    usual(street(9), { date: '2026-10-24T23:59:59Z' }),
  ),
  reportMail(
    'A start in the hour that comes twice is in winter time',
    {
      spec: fire(street(10), { debut: '25/10/2026 02:30:00' }),
      mail: { date: new Date('2026-10-25T01:31:00Z') },
    },
    usual(street(10), { date: '2026-10-25T01:30:00Z' }),
  ),
  reportMail(
    'A start at midnight, in summer',
    {
      spec: fire(street(11), { debut: '01/07/2026 00:00:00' }),
      mail: { date: new Date('2026-06-30T22:01:00Z') },
    },
    usual(street(11), { date: '2026-06-30T22:00:00Z' }),
  ),
  reportMail(
    'A start at the turn of the year',
    { spec: fire(street(12), { debut: '31/12/2025 23:59:59' }) },
    usual(street(12), { date: '2025-12-31T22:59:59Z' }),
  ),
  reportMail(
    'A start of 2062 takes the date of the mail',
    { spec: fire(street(16), { debut: '14/03/2062 14:29:45' }) },
    {
      ...usual(street(16), { date: '2026-03-14T13:40:00Z' }),
      raison: 'Date improbable (14.03.2062 14:29) : l’alarme porte celle du message.',
    },
  ),
  reportMail(
    'A test alarm makes no intervention',
    { spec: fire(street(13), { type: 'Alarme test' }) },
    usual(street(13), { type: 'Alarme test' }, null),
  ),
  reportMail(
    'An exercise makes no intervention',
    { spec: fire(street(14), { type: 'Exercice annoncé' }) },
    usual(street(14), { type: 'Exercice annoncé' }, null),
  ),
  reportMail(
    'Labels with typographic apostrophes, values close to them',
    {
      spec: fire(street(15), { description: 'Feu d’appartement' }),
      layout: { values: 128, second: 300 },
    },
    usual(street(15), { description: 'Feu d’appartement' }, { objet: 'Feu d’appartement' }),
  ),
]

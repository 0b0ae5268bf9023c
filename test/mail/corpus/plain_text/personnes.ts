import type { CorpusMail } from '../expectation.ts'
import { alarm, alarme, alarms, mail } from '../letter.ts'

function coming(
  title: string,
  adresse: string,
  sapeurs: string[],
  viennent: string[],
  inconnus: string[] = [],
  numeros?: string[],
): CorpusMail {
  const body = [
    'Type: Feu',
    `Adresse: ${adresse}`,
    'SIS: hs',
    ...sapeurs.map((sapeur) => `Sapeur: ${sapeur}`),
  ]
  return mail(
    `Text: ${title}`,
    { body: body.join('\n') },
    alarm(adresse, { viennent, inconnus, ...(numeros && { numeros }) }),
  )
}

/** The people who come. */
export const people: CorpusMail[] = [
  coming(
    'somebody by name and number',
    'Rue des Gens 90',
    ['Tobler Daniel, +41795551011'],
    ['Tobler Daniel'],
  ),
  coming(
    'numbers as people write them',
    'Rue des Gens 91',
    [
      'Quelqu’un, 079 555 10 10',
      'Autre, 0041 79 555 10 11',
      'Tiers, +41 (0)79 555 10 12',
      'Quart, 079/555.10.13',
    ],
    ['Amsler Ricarda', 'Tobler Daniel', 'Berberat Yves', 'Chappuis Élodie'],
  ),
  coming(
    'several numbers, of which the last is known',
    'Rue des Gens 92',
    ['X, +41328310000, +41838004532, +41795551014'],
    ['Dobler Mathieu'],
    [],
    ['+41328310000 +41838004532 +41795551014'],
  ),
  coming(
    'numbers with nothing but spaces between, a pager among them, kept for anybody',
    'Rue des Gens 102',
    [
      'Tobler Daniel +41258491517 +41838004532 0684780556',
      'Personne Inconnue, tél. 079 111 22 33 / privé 032 111 22 33',
      '+41791112299',
    ],
    ['Tobler Daniel'],
    ['Personne Inconnue', ''],
    ['+41258491517 +41838004532 0684780556', '079 111 22 33 032 111 22 33', '+41791112299'],
  ),
  coming('a name without a number', 'Rue des Gens 93', ['Erard Fabienne'], ['Erard Fabienne']),
  coming(
    'names in the other order, in capitals and without accents',
    'Rue des Gens 94',
    ['Cédric Froidevaux', 'GIGON NATHALIE', 'Gregory Hulmann', 'jeannerat céline'],
    ['Froidevaux Cédric', 'Gigon Nathalie', 'Hulmann Grégory', 'Jeannerat Céline'],
  ),
  coming(
    'somebody unknown',
    'Rue des Gens 95',
    ['Personne Inconnue, +41791112233', 'Amsler Ricarda'],
    ['Amsler Ricarda'],
    ['Personne Inconnue'],
  ),
  coming(
    'a number that two people share: the name decides, if it is known',
    'Rue des Gens 96',
    ['Rérat Paul, +41324260000', 'Centrale, +41324260000'],
    ['Rérat Paul'],
    ['Centrale'],
  ),
  coming(
    'a name that two people bear: the number decides, if there is one',
    'Rue des Gens 97',
    ['Chèvre Marie, +41795559002', 'Chèvre Marie'],
    ['Chèvre Marie'],
    ['Chèvre Marie'],
  ),
  coming(
    'the numbers of two people: the name decides',
    'Rue des Gens 98',
    ['Tobler Daniel, +41795551010, +41795551011'],
    ['Tobler Daniel'],
  ),
  coming('somebody who has left', 'Rue des Gens 99', ['Ancien Pierre, +41795559003'], [], ['Ancien Pierre']),
  coming(
    'a comma within the name, and a number without one before it',
    'Rue des Gens 100',
    ['Kottelat, Alain, +41791112244', 'Lachat Sébastien 079 555 10 21'],
    ['Kottelat Alain', 'Lachat Sébastien'],
  ),
  mail(
    'Text: people of two SIS, each in his own, and somebody unknown in both',
    {
      body: 'Type: Feu\nAdresse: Rue des Gens 101\nSIS: hs, test\nSapeur: Amsler Ricarda\nSapeur: Aubry Pascal, +41795552010\nSapeur: Inconnu Jean, +41791112255',
    },
    alarms({
      hs: alarme('Rue des Gens 101', { viennent: ['Amsler Ricarda'], inconnus: ['Inconnu Jean'] }),
      test: alarme('Rue des Gens 101', {
        viennent: ['Aubry Pascal'],
        inconnus: ['Inconnu Jean'],
        numeros: ['+41795552010', '+41791112255'],
      }),
    }),
  ),
  mail(
    'Text: a number that one SIS knows goes before a name that the other knows',
    {
      body: 'Type: Feu\nAdresse: Rue des Gens 103\nSIS: hs, test, dl\nSapeur: Amsler Ricarda, +41328310000, +41795553000',
    },
    alarms({
      hs: alarme('Rue des Gens 103'),
      test: alarme('Rue des Gens 103'),
      dl: alarme('Rue des Gens 103', {
        viennent: ['Beuchat Luc'],
        numeros: ['+41328310000 +41795553000'],
      }),
    }),
  ),
  mail(
    'Text: a number that two people of one SIS share leaves the name to that SIS alone',
    {
      body: 'Type: Feu\nAdresse: Rue des Gens 104\nSIS: hs, test\nSapeur: Rérat Jean, +41324260000\nSapeur: Aubry Pascal, +41324260000',
    },
    alarms({
      hs: alarme('Rue des Gens 104', { viennent: ['Rérat Jean'], inconnus: ['Aubry Pascal'] }),
      test: alarme('Rue des Gens 104'),
    }),
  ),
]

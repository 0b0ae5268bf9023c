import type { CorpusMail } from '../expectation.ts'
import { alarm, mail } from '../letter.ts'

const flowed = (parameters: string) => [
  `Content-Type: text/plain; charset=utf-8; format=flowed${parameters}`,
  'Content-Transfer-Encoding: 8bit',
]

/** Values of more than one line. */
export const lines: CorpusMail[] = [
  mail(
    'Text: a value that goes on in an indented line',
    { body: 'Type: Feu\nAdresse: 2853 Courfaivre,\n   Rue des Vergers 20,\n\tderrière la grange\nSIS: hs' },
    alarm('2853 Courfaivre, Rue des Vergers 20, derrière la grange', {
      intervention: { localite: '2853 Courfaivre' },
    }),
  ),
  mail(
    'Text: a value on the line below its label',
    { body: 'Type:\nFeu\nAdresse:\nRue du Dessous 21\nSIS:\nhs' },
    alarm('Rue du Dessous 21'),
  ),
  mail(
    'Text: a line that the mail program has folded at 72 characters',
    {
      body: 'Type: Feu\nAdresse: Rue Pliée 22\nDescription: Fumée visible depuis la route cantonale, accès par le chemin\nde la forêt\nSIS: hs',
    },
    alarm('Rue Pliée 22', {
      description: 'Fumée visible depuis la route cantonale, accès par le chemin de la forêt',
      intervention: { objet: 'Fumée visible depuis la route cantonale, accès par le chemin de la forêt' },
    }),
  ),
  mail(
    'Text: a remark below a value is no part of it',
    { body: 'Type: Feu\nAdresse: Rue de la Remarque 23\nMerci de confirmer\nSIS: hs' },
    alarm('Rue de la Remarque 23'),
  ),
  mail(
    'Text: a remark below a line far too long to be folded is no part of it',
    {
      body: `Type: Feu\nSIS: hs\nAdresse: Rue Large 24${', cour'.repeat(20)}\nMerci de confirmer la réception`,
    },
    alarm(`Rue Large 24${', cour'.repeat(20)}`),
  ),
  mail(
    'Text: format=flowed, with a value over three lines',
    {
      headers: flowed(''),
      body: 'Type: Feu\nAdresse: Rue du Flot 25\nDescription: Fumée \nau deuxième \nétage\nSIS: hs',
    },
    alarm('Rue du Flot 25', {
      description: 'Fumée au deuxième étage',
      intervention: { objet: 'Fumée au deuxième étage' },
    }),
  ),
  mail(
    'Text: format=flowed with delsp, a value cut within a word',
    { headers: flowed('; delsp=yes'), body: 'Type: Feu\nAdresse: Rue de la Cou \npure 26\nSIS: hs' },
    alarm('Rue de la Coupure 26'),
  ),
  mail(
    'Text: format=flowed, with an alarm cited over two lines',
    { headers: flowed(''), body: 'Type: Feu\nAdresse: Rue Citée 27\nSIS: hs\n> Type: Ancien \n> feu' },
    alarm('Rue Citée 27'),
  ),
]

import { fold } from './fold.ts'

// The first words of codes that alarm centres use. The codes of a SIS are longer lists; these tell an alarm from a
// letter.
const codes = [
  ...['feu', 'aa', 'inond', 'elem', 'pollu', 'chim', 'radio', 'sauv', 'desinc', 'acc', 'train', 'ferm'],
  ...['pionnier', 'guepes', 'ascenseur', 'incendie', 'accident', 'inondation', 'pollution', 'sauvetage'],
]
const begins = new RegExp(`^(?:${codes.join('|')})(?![a-z])`)

/** Whether a text begins with a usual code of alarm centres. */
export function hasKnownCode(text: string): boolean {
  return begins.test(fold(text))
}

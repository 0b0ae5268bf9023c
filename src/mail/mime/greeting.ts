import { fold } from '../report/fold.ts'

// Words of politeness before the actual matter; names may stand beside them.
const polite = new Set(
  [
    'bonjour bonsoir salut hello hallo hi dear buongiorno gruezi guezi guten tag morgen abend',
    'madame monsieur mesdames messieurs cher chere chers cheres collegue collegues camarades commandant capitaine lieutenant',
    'a tous toutes tout le la les monde et team all zusammen pour info information suite utile fyi zur kenntnis tr fw fwd wg',
  ].flatMap((words) => words.split(' ')),
)
const NAMES = 3

const regards =
  /^(?:(?:avec (?:nos|mes) )?(?:(?:meilleure|cordiale|sincere|amicale)s? )?salutations|(?:bien |tres )?cordialement|amicalement|bonne (?:journee|soiree)|(?:mit )?freundliche[nr]? gr(?:u|ue)(?:ss|ß)en?|mfg|(?:best|kind) regards|cordiali saluti)(?![\p{L}\d])/u
const device =
  /^(?:envoye (?:de|depuis) mon |telecharger outlook|get outlook|sent from my |von meinem .{1,40} gesendet|gesendet von )/u
const thanks = /^(?:merci|bonne intervention)(?![\p{L}\d])/u

/**
 * Whether a line begins like the end of a letter: "Meilleures salutations", "Merci de confirmer", "Envoyé de
 * mon iPhone".
 */
export function isClosing(line: string): boolean {
  const text = fold(line)
  return regards.test(text) || thanks.test(text) || device.test(text)
}

/** Whether a text is only a greeting, with or without regards, a name or a telephone's signature. */
export function isGreeting(text: string): boolean {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => regards.test(fold(line)))
  return (end < 0 ? lines : lines.slice(0, end)).every(isPolite)
}

function isPolite(line: string): boolean {
  if (device.test(fold(line))) return true
  const words = line.split(/[\s,.:;!?()*_=-]+/).filter((word) => word !== '')
  const others = words.filter((word) => !polite.has(fold(word)))
  const named = others.every((word) => /^\p{Lu}[\p{L}'’]*$/u.test(word))
  return words.length === 0 || (others.length < words.length && others.length <= NAMES && named)
}

import { splitNameAndNumbers } from '../report/numbers.ts'
import type { Personne } from '../report/report.ts'
import { shortened } from '../report/shortened.ts'

/** The result, and the lines below the first that are something else. */
interface Lines<One> {
  read: One[]
  others: string[]
}

/**
 * Reads the people in values of `Sapeur`: `Nom Prénom, +41…`, one per line or separated by semicolons.
 * Everybody named in such a mail comes. A line may also continue a long name, or add numbers to the person
 * above.
 */
export function readPersonnes(values: string[]): Lines<Personne> {
  const all = values.map((value) => gather(value.split(/[\n;]/).map((line) => line.trim())))
  return {
    read: all.flatMap(({ read }) => read).map(readSapeur),
    others: all.flatMap(({ others }) => others),
  }
}

function gather(lines: string[]): Lines<string> {
  const people: string[] = []
  const others: string[] = []
  for (const line of lines.filter((text) => text !== '')) {
    const last = people.at(-1)
    if (last !== undefined && !isPerson(line)) others.push(line)
    else if (last === undefined || isAnother(last, line)) people.push(line)
    else people[people.length - 1] = `${last}, ${line}`
  }
  return { read: people, others }
}

// A further line is a person if it has a number or consists of names ("von" and "de" within them).
function isPerson(line: string): boolean {
  const { nom, telephones } = splitNameAndNumbers(line)
  const words = nom.split(' ').filter((word) => /\p{L}/u.test(word))
  return (
    telephones.length > 0 ||
    words.every((word) => /^(?:\p{Lu}|(?:von|van|de|du|des|la|le|di|da)$)/u.test(word))
  )
}

function isAnother(above: string, line: string): boolean {
  const [before, here] = [splitNameAndNumbers(above), splitNameAndNumbers(line)]
  const words = ({ nom }: { nom: string }) => (nom === '' ? 0 : nom.split(' ').length)
  return words(here) > 0 && (before.telephones.length > 0 || (words(before) > 1 && words(here) > 1))
}

function readSapeur(text: string): Personne {
  const { nom, telephones } = splitNameAndNumbers(text.replace(/^[*•·▪–-]\s*/, ''))
  return { nom: shortened(nom), telephones, reponse: 'vient' }
}

/**
 * Reads the titles of groups from values of `Groupe`: each line that looks like a title, unless the line
 * above is incomplete.
 */
export function readTitles(values: string[]): Lines<string> {
  const all = values.map((value) => value.replace(/([,–-])\n/g, '$1 ').split('\n'))
  const below = all.flatMap(([, ...lines]) => lines)
  const isTitle = (line: string) => /^(?:\*|\d{1,10}\s)/.test(line)
  return {
    read: all.flatMap(([first = '', ...lines]) => [first, ...lines.filter(isTitle)]),
    others: below.filter((line) => !isTitle(line)),
  }
}

import { splitNameAndNumbers } from '../report/numbers.ts'
import type { Personne } from '../report/report.ts'
import { shortened } from '../report/shortened.ts'

/**
 * Who is named by the values of `Sapeur`: `Nom Prénom, +41…`, one in a line or between semicolons. Whoever is named in such a
 * mail comes. A line may also be the rest of a long name, or more numbers of the person above it.
 */
export function readPeople(values: string[]): Personne[] {
  return values.flatMap((value) => gather(value.split(/[\n;]/).map((line) => line.trim()))).map(readSapeur)
}

function gather(lines: string[]): string[] {
  const people: string[] = []
  for (const line of lines.filter((text) => text !== '')) {
    const last = people.at(-1)
    if (last === undefined || isAnother(last, line)) people.push(line)
    else people[people.length - 1] = `${last}, ${line}`
  }
  return people
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

/** The titles of groups by the values of `Groupe`: each line is one, unless the line above it breaks off. */
export function readTitles(values: string[]): string[] {
  return values.flatMap((value) => value.replace(/([,–-])\n/g, '$1 ').split('\n'))
}

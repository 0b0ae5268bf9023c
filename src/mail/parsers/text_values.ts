import { fold } from '../report/fold.ts'
import { readInstant } from '../report/read_instant.ts'
import type { Fields } from './labelled_lines.ts'

/**
 * The address of an alarm in plain text, `2854 Bassecourt, Rue Principale 1`: as written, or from Rue, No, NPA and
 * Localité on lines of their own. A written address without the place gets it. '' when there is none.
 */
export function readAdresse(fields: Fields): string {
  const of = (values: string[]) => (values[0] ?? '').replaceAll('\n', ' ')
  const written = of(fields.adresse)
  const street = written === '' ? joined(' ', of(fields.rue), of(fields.no)) : written
  const npa = of(fields.npa)
  const place = fold(of(fields.localite)).startsWith(fold(npa))
    ? of(fields.localite)
    : joined(' ', npa, of(fields.localite))
  const known = place !== '' && fold(street).includes(fold(of(fields.localite) || npa))
  return known ? street : joined(', ', place, street)
}

/**
 * The date and time of an alarm in plain text from two values: both together when one is a day and the other a
 * time; else the first that is given.
 */
export function readWhen(date: string, heure: string): string {
  if (date === '' || heure === '') return date || heure
  const [day, time] = [readInstant(date), readInstant(heure)]
  const both = `${date} ${heure}`
  const apart = (one: string | null, other: string | null) =>
    /^[\d-]+$/.test(one ?? '') && other?.startsWith('T')
  return (apart(day, time) || apart(time, day)) && readInstant(both) !== null ? both : date
}

function joined(sign: string, ...texts: string[]): string {
  return texts.filter((text) => text !== '').join(sign)
}

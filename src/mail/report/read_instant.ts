import { fold } from './fold.ts'

// The first letters of months in French, German, Italian and English, folded; the number is the month's.
const months: [month: number, begins: RegExp][] = [
  [1, /^(?:jan|gen)/],
  [2, /^(?:fe[vb])/],
  [3, /^(?:mar|mrz|maer)/],
  [4, /^a[vp]r/],
  [5, /^(?:mai|may|mag)/],
  [6, /^(?:juin|jun|giu)/],
  [7, /^(?:juil|jul|lug)/],
  [8, /^(?:aou|aug|ago)/],
  [9, /^(?:sep|set)/],
  [10, /^(?:oct|okt|ott)/],
  [11, /^nov/],
  [12, /^(?:dec|dez|dic)/],
]

// Words that say nothing beside a date: days of the week, "le", "à", "um", "Uhr".
const filler =
  /^(?:(?:lun|mar|mercre|jeu|vendre|same)(?:di)?|mer|ven|sam|dim(?:anche)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|[md]o|di|mi|fr|sa|so|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica|(?:mon|tues|wednes|thurs|fri|satur|sun)day|le|a|alle|ore|um|den|am|at|h|heures?|uhr|vers|env(?:iron)?|des|depuis|du|il|gegen|ab|mez|mesz)$/

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s?([Zz]|[+-]\d\d:\d\d)?$/

const dates = [
  /(?<!\d)(?<year>\d{4})[-./](?<month>\d{1,2})[-./](?<day>\d{1,2})(?!\d)/,
  /(?<![\d:])(?<day>\d{1,2})(?:\.\s?|[/-])(?<month>\d{1,2})(?:\.\s?|[/-])(?<year>\d{4}|\d\d)(?![\d:h])/,
  /(?<!\d)(?<day>\d{1,2})(?:er|\.)?\s*(?<name>[a-z]{3,9})\.?(?:\s+(?<year>\d{4}|\d\d(?!\s?[\d:.h])))?(?![a-z])/,
]
// A day without its year, which is one beside a time only: alone it may be a time.
const dayOnly = /(?<!\d)(?<day>\d{1,2})[./](?<month>\d{1,2})[./]?(?![\d:.h])/
const times = [
  /(?<![\d.])(?<hour>\d{1,2})\s?[:h]\s?(?<minute>\d\d)(?:\s?(?::|min|mn|m)\s?(?<second>\d\d)(?!\d)\s?(?:s(?:ec)?)?)?\s?(?:min|mn|m)?(?![\da-z])/,
  /(?<![\d.])(?<hour>\d{1,2})\s?(?:h|heures?|uhr)(?:\s?(?<minute>\d\d))?(?![\da-z])/,
  /(?<![\d.])(?<hour>\d{1,2})\.(?<minute>\d\d)(?:\.(?<second>\d\d))?\s?(?:uhr|h)?(?![\da-z.])/,
]

/**
 * Reads an instant as alarm centres write it. The parts that are not written stay open for the reader of the
 * report, who knows the mail's date and the SIS's time zone:
 *
 * - `YYYY-MM-DDTHH:MM:SS`, with an offset if one was written, else local to the SIS
 * - `YYYY-MM-DD`, a date without a time, and `THH:MM:SS`, a time without a date
 * - `--MM-DDTHH:MM:SS` and `--MM-DD`, without the year (ISO 8601)
 *
 * Anything else, and a date that does not exist, is null.
 */
export function readInstant(text: string): string | null {
  const [, ...parts] = rfc3339.exec(text.trim()) ?? []
  if (parts.length > 0) {
    const [year, month, day, hour, minute, second, offset = ''] = parts
    const time = { hour, minute, second }
    return valid({ year, month, day }, time, offset.toUpperCase())
  }
  const written = fold(text).replace(/[()[\]]/g, ' ')
  const [date, beside] = take(written, dates)
  const [time, others] = take(beside, times)
  if (date !== null || time === null) return others === '' ? valid(date, time) : null
  // "26.11. 14:30" is a day and a time, while "11.55" alone is a time.
  const [day, rest] = take(others, [dayOnly])
  return rest === '' ? valid(day, time) : null
}

type Groups = Record<string, string | undefined>

// The first of the patterns that is found, and the words of the rest that say something.
function take(text: string, patterns: RegExp[]): [Groups | null, string] {
  const found = patterns
    .map((pattern) => pattern.exec(text))
    .find((each) => each && isKnown(each.groups ?? {}))
  const rest = found ? text.replace(found[0], ' ') : text
  const words = rest.split(/[\s,;./|–-]+/).filter((word) => word !== '' && !filler.test(word))
  return [found?.groups ?? null, found ? keepFigures(rest, words) : rest]
}

// The rest is searched again for a time, whose signs must stay.
function keepFigures(rest: string, words: string[]): string {
  return words.length === 0 ? '' : rest.trim()
}

function isKnown({ name }: Groups): boolean {
  return name === undefined || monthOf(name) !== undefined
}

function monthOf(name: string): number | undefined {
  return months.find(([, begins]) => begins.test(name))?.[0]
}

function valid(date: Groups | null, time: Groups | null, offset = ''): string | null {
  const clock = time && clockOf(time)
  if (time && clock === null) return null
  if (date === null) return clock && `T${clock.replace(/^24/, '00')}`
  const month = date.name === undefined ? Number(date.month) : monthOf(date.name)
  const years = date.year === undefined ? null : (date.year ?? '').padStart(4, '20')
  const day = dayOf(years, month ?? 0, Number(date.day), clock?.startsWith('24') ?? false)
  if (day === null || !/^(Z|[+-](0\d|1[0-4]):[0-5]\d)?$/.test(offset)) return null
  return clock ? `${day}T${clock.replace(/^24/, '00')}${offset}` : day
}

function clockOf({ hour = '', minute = '0', second = '0' }: Groups): string | null {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)]
  const midnight = h === 24 && m === 0 && s === 0
  if (!(h < 24 || midnight) || m > 59 || s > 59) return null
  return [h, m, s].map((part) => String(part).padStart(2, '0')).join(':')
}

// The day as written, or the next one after 24:00; null if no calendar has it. A leap year stands for an open one.
function dayOf(year: string | null, month: number, day: number, next: boolean): string | null {
  const two = (part: number) => String(part).padStart(2, '0')
  const instant = new Date(`${year ?? '2028'}-${two(month)}-${two(day)}T00:00:00Z`)
  // Date turns 31 February into March, so a date must come back as written.
  if (Number.isNaN(instant.getTime()) || instant.getUTCDate() !== day) return null
  if (next) instant.setUTCDate(day + 1)
  const read = instant.toISOString().slice(0, 10)
  return year === null ? `-${read.slice(4)}` : read
}

import { fold } from '../../report/fold.ts'
import { readInstant } from '../../report/read_instant.ts'
import type { Report } from '../../report/report.ts'
import { joinWrapped, type Line } from './lines.ts'

type Header = Pick<Report, 'type' | 'description' | 'date_creation' | 'debut' | 'fin' | 'avertissements'>

const labels = [
  'description',
  'date de creation',
  "type d'alarme",
  "debut de l'alarme",
  "fin de l'alarme",
  'appelant',
  'lieu',
] as const
type Label = (typeof labels)[number]

// A label with its place. `value` grows with the text to the right and on the lines below.
interface Entry {
  label: Label
  x: number
  value: string
}

// Tolerance in points for the beginnings of values that are aligned.
const ALIGNED = 6

/**
 * Reads the head of page 1, up to "Messages": labels with their values to the right. A value may continue on
 * the lines below, aligned with its beginning. Caller and place are read only to separate them from other
 * values.
 */
export function readHeader(lines: Line[]): Header {
  const values = new Map<Label, string>()
  for (const { label, value } of readEntries(lines)) if (!values.has(label)) values.set(label, value)
  const avertissements: string[] = []
  const instant = (label: Label, name: string) => {
    const written = values.get(label) ?? ''
    const read = written === '' ? null : readInstant(written)
    if (written !== '' && !read) avertissements.push(`${name} illisible : ${written}.`)
    return read
  }
  return {
    type: values.get("type d'alarme") ?? '',
    description: values.get('description') ?? '',
    date_creation: instant('date de creation', 'Date de création'),
    debut: instant("debut de l'alarme", 'Début de l’alarme'),
    fin: instant("fin de l'alarme", 'Fin de l’alarme'),
    avertissements,
  }
}

function readEntries(lines: Line[]): Entry[] {
  const entries: Entry[] = []
  const values = findValues(lines)
  let above: Entry[] = []
  for (const line of lines) {
    const own: Entry[] = []
    for (const item of line.items) {
      const found = Math.abs(item.x - values) <= ALIGNED ? null : readLabel(item.text)
      if (found) {
        own.push({ ...found, x: item.x })
        continue
      }
      const entry = entryFor(item.x, own, above)
      if (entry) entry.value = joinWrapped(entry.value, item.text)
    }
    if (own.length > 0) above = own
    entries.push(...own)
  }
  return entries
}

// The beginning of the values beside the first column of labels. Text there is no label, whatever a caller
// says.
function findValues(lines: Line[]): number {
  const labelled = lines.filter(({ items: [first, second] }) => {
    return first && second && readLabel(first.text) && !readLabel(second.text)
  })
  return Math.min(...labelled.map(({ items }) => items[1]?.x ?? Number.POSITIVE_INFINITY))
}

// The label of a value: the nearest one to its left, on its own line rather than on one above.
function entryFor(x: number, own: Entry[], above: Entry[]): Entry | undefined {
  const hidden = (entry: Entry) => own.some((other) => Math.abs(other.x - entry.x) <= ALIGNED)
  const candidates = [...above.filter((entry) => !hidden(entry)), ...own]
  return candidates.toSorted((a, b) => a.x - b.x).findLast((entry) => entry.x < x)
}

function readLabel(text: string): Omit<Entry, 'x'> | null {
  const folded = fold(text)
  const label = labels.find((name) => folded === name || new RegExp(`^${name} ?:`).test(folded))
  if (!label) return null
  return { label, value: text.includes(':') ? text.slice(text.indexOf(':') + 1).trim() : '' }
}

import { isClosing } from '../mime/greeting.ts'
import { fold } from '../report/fold.ts'

const labels = {
  type: 'type',
  adresse: 'adresse',
  lieu: 'adresse',
  description: 'description',
  date: 'date',
  code: 'code',
  couleur: 'couleur',
  coordonnees: 'coordonnees',
  'coordonnees lv95': 'coordonnees',
  'coordonnees wgs84': 'coordonnees',
  'coordonnees gps': 'coordonnees',
  sis: 'sis',
  groupe: 'groupe',
  sapeur: 'sapeur',
} as const

export type Field = (typeof labels)[keyof typeof labels]

/**
 * The values of each field in the order of the text, none empty. Within a value, lines end with LF except the
 * last.
 */
export type Fields = Record<Field, string[]>

// Also the full-width colon. A table's cell may end with a tab, a stroke or two spaces.
const labelled = /^([^:：=\t|]{1,60}?)([:：=\t|]|(?<=\S) {2,})(.*)$/su
const unknown = /^[\p{L}][\p{L}\p{M} '’().-]{0,30}([:：=])(?:\s|$)/u

// An unknown label beside its value.
const beside = /^\p{L}[\p{L}\p{M} '’]{0,30}? {2,}\S/u
// A line that separates two texts.
const rule = /^(?:--|[_=*~]{3})/
// Characters: mail programs fold lines at 72 to 80.
const FOLDED = { from: 72, to: 80 }

/** The field that a label names, compared without case and accents; null for none. */
export function fieldOf(label: string): Field | null {
  // A label may have a list mark in front, marks of bold around it, and invisible characters.
  const name = fold(label.normalize('NFKC').replace(/\p{Cf}|\(.*\)/gu, '')).replace(
    /^(?:[*_•·▪–-]\s*|\d{1,2}[.)]\s)+|[*_]+$/g,
    '',
  )
  const key = name.trim()
  return Object.hasOwn(labels, key) ? labels[key as keyof typeof labels] : null
}

/**
 * Reads the lines `Label: value` of a text. A value continues on the following lines up to the next label.
 */
export function readFields(lines: string[]): Fields {
  const read: Entry[] = []
  let current: Entry | undefined
  let previous = ''
  for (const line of lines) {
    const entry = readEntry(line)
    if (entry) read.push(entry)
    if (entry) current = entry
    else if (current && !goesOn(current, previous, line)) current = undefined
    previous = line
  }
  const values = (field: Field) =>
    read
      .filter((entry) => entry.field === field)
      .map((entry) => entry.lines.filter((text) => text !== '').join('\n'))
      .filter((value) => value !== '')
  return Object.fromEntries(Object.values(labels).map((field) => [field, values(field)])) as Fields
}

interface Entry {
  field: Field
  /** The text between label and value. */
  mark: string
  lines: string[]
}

function readEntry(line: string): Entry | null {
  const [, label = '', mark = '', rest = ''] = labelled.exec(line.trim().replace(/^\|\s*|\s?\|$/g, '')) ?? []
  const field = fieldOf(label)
  if (field === null) return null
  const value = /[:：=]/.test(mark) ? rest : rest.replace(/^\s*[:：=]/, '')
  const bold = /^\s*\*\p{L}/u.test(label)
  return { field, mark, lines: [tidy(bold ? value.replace(/^\s*\*/, '') : value)] }
}

function tidy(text: string): string {
  return text.replace(/\t+/g, ' ').trim()
}

// Whether a line without a label continues the value above it. Only a description has paragraphs.
function goesOn({ field, mark, lines }: Entry, previous: string, line: string): boolean {
  const text = line.trim()
  if (text === '') return field === 'description'
  const [word = ''] = text.split(/\s+/)
  const { length } = previous.trimEnd()
  if (length <= FOLDED.to && length + 1 + word.length > FOLDED.from) {
    lines.push(`${lines.pop() ?? ''} ${text}`.trim())
    return true
  }
  const [, sign = ''] = unknown.exec(text) ?? []
  const other = sign === '=' ? mark === '=' : sign !== '' || (/^ +$/.test(mark) && beside.test(text))
  if (other || text.includes('\t') || rule.test(text) || isClosing(text)) return false
  lines.push(tidy(text))
  return true
}

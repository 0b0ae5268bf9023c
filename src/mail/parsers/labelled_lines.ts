import { isClosing } from '../mime/greeting.ts'
import { allFields, type Field, fieldOf } from './field_labels.ts'

/**
 * The values of each field in the order of the text, none empty. Within a value, lines end with LF except the
 * last.
 */
export type Fields = Record<Field, string[]>

// Ways to separate label and value, in the order in which they are tried. The first that finds a known label counts.
// A table's cell may end with a tab, a stroke or two spaces; some senders write the full-width colon.
const ways: RegExp[] = [
  /^[^\p{L}[]{0,6}\[(?<label>[^\]]{1,60})\](?<mark>\s*[:：=]?)(?<value>.*)$/su,
  /^[{,\s]*(?<quote>["“”«])\s*(?<label>[^"“”«»:]{1,60}?)\s*["“”»](?<mark>\s*[:：=])(?<value>.*)$/su,
  /^(?<label>[^:：=\t|]{1,60}?)(?<mark>\s*(?:[-=]>|[→⇒➔➜]))(?<value>.*)$/su,
  /^(?<label>[^:：=\t|]{1,60}?)(?<mark>[:：=\t|]|(?<=\S) {2,})(?<value>.*)$/su,
  /^(?<label>[^:：=\t|]{1,60}?)(?<mark>\s*(?:…|\.(?:\s?\.)+)[.…\s]*[:：=]?)(?<value>.*)$/su,
  /^(?<label>[^:：=\t|]{1,60}?)(?<mark>\s*[–—]\s*|\s+-\s+)(?<value>.*)$/su,
]
const unknown = /^[\p{L}][\p{L}\p{M} '’().-]{0,30}([:：=])(?:\s|$)/u

// An unknown label beside its value.
const beside = /^\p{L}[\p{L}\p{M} '’]{0,30}? {2,}\S/u
// A line that separates two texts.
const rule = /^(?:--|[_=*~]{3})/
// Characters: mail programs fold lines at 72 to 80.
const FOLDED = { from: 72, to: 80 }

/**
 * Reads the lines `Label: value` of a text. A value continues on the following lines up to the next label.
 * @param isApart whether a line below a value is none of it
 */
export function readFields(lines: string[], isApart: (line: string) => boolean): Fields {
  const read: Entry[] = []
  let current: Entry | undefined
  let previous = ''
  for (const line of lines) {
    const entry = readEntry(line)
    if (entry) read.push(entry)
    if (entry) current = entry
    else if (current && ((isGiven(current) && isApart(line)) || !goesOn(current, previous, line)))
      current = undefined
    previous = line
  }
  const values = (field: Field) =>
    read
      .filter((entry) => entry.field === field)
      .map((entry) => entry.lines.filter((text) => text !== '').join('\n'))
      .filter((value) => value !== '')
  return Object.fromEntries(allFields.map((field) => [field, values(field)])) as Fields
}

/** Whether a mail program folded the line above before this one. */
export function isFolded(above: string, line: string): boolean {
  const [word = ''] = line.trim().split(/\s+/)
  const { length } = above.trimEnd()
  return length <= FOLDED.to && length + 1 + word.length > FOLDED.from
}

interface Entry {
  field: Field
  /** The text between label and value. */
  mark: string
  lines: string[]
}

function isGiven({ lines }: Entry): boolean {
  return lines.some((text) => text !== '')
}

function readEntry(line: string): Entry | null {
  const text = line.trim().replace(/^\|\s*|\s?\|$/g, '')
  for (const way of ways) {
    const { label = '', mark = '', value = '', quote } = way.exec(text)?.groups ?? {}
    const field = fieldOf(label)
    if (field === null) continue
    const rest = /[:：=]/.test(mark) ? value : value.replace(/^\s*[:：=]/, '')
    return { field, mark, lines: [tidy(quote ? unquoted(rest) : unmarked(label, rest))] }
  }
  return null
}

// The value of a quoted pair: `"Feu",`.
function unquoted(value: string): string {
  return value.trim().replace(/^["“«](.*?)["”»]?[\s,}]*$/s, '$1')
}

// The value beside a label in bold or italics, whose marks may enclose the label, or the whole line.
function unmarked(label: string, value: string): string {
  const mark = /^[^\p{L}]*?([*_]{1,3})\p{L}/u.exec(label)?.[1]
  if (mark === undefined) return value
  const rest = value.trim()
  if (rest.startsWith(mark)) return rest.slice(mark.length)
  return !label.trim().endsWith(mark) && rest.endsWith(mark) ? rest.slice(0, -mark.length) : rest
}

function tidy(text: string): string {
  return text.replace(/\t+/g, ' ').trim()
}

// Whether a line without a label continues the value above it. Only a description has paragraphs.
function goesOn({ field, mark, lines }: Entry, previous: string, line: string): boolean {
  const text = line.trim()
  if (text === '') return field === 'description'
  if (!/[\p{L}\p{N}]/u.test(text)) return false
  if (isFolded(previous, line)) {
    lines.push(`${lines.pop() ?? ''} ${text}`.trim())
    return true
  }
  const [, sign = ''] = unknown.exec(text) ?? []
  const other = sign === '=' ? mark === '=' : sign !== '' || (/^ +$/.test(mark) && beside.test(text))
  if (other || text.includes('\t') || rule.test(text) || isClosing(text)) return false
  lines.push(tidy(text))
  return true
}

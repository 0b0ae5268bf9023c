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

/** The values of each field, in the order of the text; none of them is empty. */
export type Fields = Record<Field, string[]>

// The colon of full-width writing, too.
const labelled = /^([^:：]{1,60})[:：](.*)$/su

// Characters: mail programs fold lines at 72 to 80.
const FOLDED = { from: 72, to: 80 }

/** The lines `Label: value` of a text whose labels are known, without case or accents. */
export function readFields(text: string): Fields {
  const fields: Fields = {
    type: [],
    adresse: [],
    description: [],
    date: [],
    code: [],
    couleur: [],
    coordonnees: [],
    sis: [],
    groupe: [],
    sapeur: [],
  }
  let values: string[] | undefined
  let previous = ''
  for (const line of text.split('\n')) {
    const read = readLabelled(line)
    if (read) {
      values = fields[read.field]
      values.push(read.value)
    } else if (values && goesOn(previous, line, values.at(-1) ?? '')) {
      values.push(`${values.pop() ?? ''} ${line.trim()}`.trim())
    } else {
      values = undefined
    }
    previous = line
  }
  for (const each of Object.values(fields))
    each.splice(0, each.length, ...each.filter((value) => value !== ''))
  return fields
}

function readLabelled(line: string): { field: Field; value: string } | null {
  const [, label = '', value = ''] = labelled.exec(line) ?? []
  // In front of a label may stand what makes a list; around it the marks of what was bold, and what nobody sees.
  const name = fold(label.normalize('NFKC').replace(/\p{Cf}|\(.*\)/gu, '')).replace(
    /^(?:[*_•·▪–-]\s*|\d{1,2}[.)]\s)+|[*_]+$/g,
    '',
  )
  const key = name.trim()
  if (!Object.hasOwn(labels, key)) return null
  const bold = /^\s*\*\p{L}/u.test(label)
  return {
    field: labels[key as keyof typeof labels],
    value: (bold ? value.replace(/^\s*\*/, '') : value).trim(),
  }
}

// A value goes on in the next line where that is indented, where the mail program has folded it, and where there is none yet.
function goesOn(previous: string, line: string, value: string): boolean {
  if (line.trim() === '') return false
  const [word = ''] = line.trim().split(/\s+/)
  const { length } = previous.trimEnd()
  if (length <= FOLDED.to && length + 1 + word.length > FOLDED.from) return true
  const unknownLabel = /^\s*[\p{L}][\p{L}\p{M} '’().-]{0,30}[:：](?:\s|$)/u.test(line)
  return !unknownLabel && (value === '' || /^[ \t]+\S/.test(line))
}

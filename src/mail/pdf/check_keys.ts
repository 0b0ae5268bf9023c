import { damaged } from './unreadable_pdf.ts'
import type { Dict } from './values.ts'

// The keys that the text of a page depends on.
const keys = {
  pages: ['Type', 'Kids', 'Count', 'Parent', 'Resources', 'MediaBox', 'CropBox', 'Rotate'],
  page: ['Type', 'Parent', 'Contents', 'Resources', 'MediaBox', 'CropBox', 'Rotate', 'UserUnit'],
  resources: ['Font', 'XObject', 'ExtGState'],
  font: [
    'Type',
    'Subtype',
    'BaseFont',
    'Encoding',
    'ToUnicode',
    'Widths',
    'FirstChar',
    'LastChar',
    'FontDescriptor',
    'DescendantFonts',
  ],
}

// Other valid keys of these dictionaries that resemble one of them.
const alike = new Set([
  'Fonts',
  'Title',
  'Trans',
  'Tabs',
  'Annots',
  'Name',
  'StructParents',
  'Pattern',
  'ProcSet',
  'TR',
  'TR2',
])

/**
 * Checks that no key of a dictionary is nearly one that matters. Readers ignore unknown keys, so one damaged
 * letter of `/ToUnicode` would silently lose a font's table of letters.
 */
export function checkKeys(dict: Dict, kind: keyof typeof keys, part: string): void {
  for (const key of dict.keys()) {
    if (keys[kind].includes(key) || alike.has(key)) continue
    if (key === '' || keys[kind].some((known) => !dict.has(known) && isNear(key, known))) throw damaged(part)
  }
}

// One or two letters changed, one added, or some missing at either end.
function isNear(a: string, b: string): boolean {
  if (b.startsWith(a) || b.endsWith(a)) return true
  if (Math.abs(a.length - b.length) > 1) return false
  const from = commonStart([...a], [...b])
  const [restA, restB] = [[...a].slice(from), [...b].slice(from)]
  const end = commonStart(restA.toReversed(), restB.toReversed())
  return Math.max(restA.length, restB.length) - end <= (b.length > 4 ? 2 : 1)
}

function commonStart(a: string[], b: string[]): number {
  const differs = a.findIndex((letter, at) => letter !== b[at])
  return differs < 0 ? a.length : differs
}

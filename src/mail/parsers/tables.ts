import { fieldOf } from './field_labels.ts'

// A cell of a head: a label, or one or two unknown words.
const title = /^[\p{L}][\p{L}\p{M} '’./()-]{0,30}[:：]?$/u
const numbers = /^(?:tel|telephones?|natel|mobile|portable|numeros?|no)\b/

/** Unfolds tables whose first row holds labels: each further row becomes lines `Label: value`. */
export function unfoldTables(lines: string[]): string[] {
  const unfolded: string[] = []
  let heads: string[] | null = null
  for (const line of lines) {
    const cells = cellsOf(line)
    if (isHead(cells)) {
      heads = cells
      continue
    }
    // Skips the line of dashes that Markdown has under the head.
    if (heads && line.includes('-') && /^[\s|:+-]+$/.test(line)) continue
    const row = heads && cells.length > 1 && (cells.length === heads.length || /[\t|]/.test(line))
    if (!row) heads = null
    if (heads) unfolded.push(...rowOf(heads, cells), '')
    else unfolded.push(line)
  }
  return unfolded
}

function cellsOf(line: string): string[] {
  const text = line.replace(/^ +/, '').trimEnd()
  if (text.includes('\t')) return text.split('\t').map((cell) => cell.trim())
  const bare = text.replace(/^\||\|$/g, '')
  return bare.split(text.includes('|') ? '|' : / {2,}/).map((cell) => cell.trim())
}

function isHead(cells: string[]): boolean {
  const known = cells.filter((cell) => fieldOf(bare(cell)) !== null)
  return known.length > 1 && cells.every((cell) => cell === '' || title.test(cell))
}

function bare(cell: string): string {
  return cell.replace(/[:：]$/, '')
}

// Numbers in a separate column belong to the person beside them.
function rowOf(heads: string[], cells: string[]): string[] {
  const aside = heads.flatMap((head, at) => {
    const plain = bare(head).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    return numbers.test(plain) && cells[at] ? [cells[at]] : []
  })
  return heads.flatMap((head, at) => {
    const [field, cell = ''] = [fieldOf(bare(head)), cells[at]]
    if (field === null || cell === '') return []
    return [`${bare(head)}: ${field === 'sapeur' ? [cell, ...aside].join(', ') : cell}`]
  })
}

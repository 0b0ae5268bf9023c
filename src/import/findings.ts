/** A fault or warning about a file: the line, the column and value if it is about one, and a French sentence. */
export interface ImportFault {
  line: number
  field: string | null
  value: string | null
  sentence: string
  /** How many later lines have the same value and fault. */
  more: number
}

// A longer list would help nobody.
const SHOWN = 100
const LETTERS = 60

/** The faults and warnings of a file, each value once. */
export class Findings {
  readonly #faults = new Map<string, ImportFault>()
  readonly #warnings = new Map<string, ImportFault>()

  /** Whether there are enough faults to stop reading. */
  get hopeless(): boolean {
    return this.#faults.size >= SHOWN
  }

  refuse(row: Row, field: string | null, sentence: string): void {
    note(this.#faults, row, field, sentence)
  }

  warn(row: Row, field: string | null, sentence: string): void {
    if (this.#warnings.size < SHOWN) note(this.#warnings, row, field, sentence)
  }

  list(): { faults: ImportFault[]; warnings: ImportFault[] } {
    return { faults: sorted(this.#faults), warnings: sorted(this.#warnings) }
  }
}

interface Row {
  line: number
  texts: Record<string, string>
}

const sorted = (found: Map<string, ImportFault>) =>
  [...found.values()].sort((one, other) => one.line - other.line)

function note(
  found: Map<string, ImportFault>,
  { line, texts }: Row,
  field: string | null,
  sentence: string,
): void {
  const value = field === null ? '' : shown(texts[field] ?? texts[field.replace(/_id$/, '')] ?? '')
  // Faults of a whole row or of a missing value are listed for each row.
  const key = JSON.stringify(value === '' ? [line, field, sentence] : [field, value, sentence])
  const before = found.get(key)
  if (before !== undefined) before.more += 1
  else found.set(key, { line, field, value: value === '' ? null : value, sentence, more: 0 })
}

// Terminals take control characters as commands.
function shown(text: string): string {
  const line = text.replaceAll(/\p{C}+/gu, ' ').trim()
  return line.length > LETTERS ? `${line.slice(0, LETTERS)}…` : line
}

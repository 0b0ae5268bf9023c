import { splitCode } from '../report/code_couleur.ts'
import { hasKnownCode } from '../report/known_code.ts'
import { isFolded } from './labelled_lines.ts'
import { CODE_LIMIT, type MessageLine, readMessageLine } from './mobilisation_report/message_line.ts'

// Lines below a message line that may continue it.
const FURTHER = 3

/**
 * Finds the alarm centre's message line, `code colour; address; complement; E,N; centre`, in a text: a line of its
 * own, also behind words such as "Alarme :" or "TR:", and folded by a mail program. The whole line counts before one
 * with parts missing. Null when there is none.
 */
export function findMessageLine(text: string): MessageLine | null {
  const lines = text.split('\n')
  let part: MessageLine | null = null
  for (const [at, line] of lines.entries()) {
    const found = readLine(lines.slice(at, at + 1 + FURTHER), line)
    if (found && !found.incomplet) return found
    part ??= found
  }
  return part
}

function readLine(lines: string[], first: string): MessageLine | null {
  const bare = first.trim().replace(/^[^\p{L}\p{N}]+/u, '')
  const [code = ''] = bare.split(';')
  // A word before a colon is a prefix, not the code.
  const begin = code.lastIndexOf(':') + 1
  let whole = bare.slice(begin).trim()
  if (!isLine(whole, begin > 0)) return null
  for (const [at, more] of lines.slice(1).entries()) {
    if (more.trim() === '' || !isFolded(lines[at] ?? '', more)) break
    whole += ` ${more.trim()}`
  }
  return readMessageLine(whole)
}

// In a letter, only capitals or a colour make a code: "Feu; fumée" may be a sentence.
function isLine(text: string, prefixed: boolean): boolean {
  const parts = text.split(';')
  const first = (parts[0] ?? '').trim()
  if (first === '' || first.length > CODE_LIMIT) return false
  const { code, couleur } = splitCode(first)
  const capital = code === code.toUpperCase() && /\p{Lu}/u.test(code)
  const coded = hasKnownCode(code) && capital
  if (parts.length === 1) return coded && couleur !== '' && !prefixed
  if (coded || (couleur !== '' && capital)) return true
  return parts.length >= 4 && /(?:^|[;\s])\d{6,7}\s?,\s?\d{6,7}\s*;/.test(text)
}

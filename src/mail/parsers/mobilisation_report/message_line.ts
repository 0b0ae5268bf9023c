import { splitCode } from '../../report/code_couleur.ts'
import { noPosition, positionFromLv95 } from '../../report/position.ts'
import type { Report } from '../../report/report.ts'

export type MessageLine = Pick<
  Report,
  'code' | 'couleur' | 'adresse' | 'complement' | 'lv95' | 'wgs84' | 'avertissements'
>

// LV95 coordinates at the end of a part; a line break inside the report may have left a space in them.
const coordinates = /(?:^|\s)(\d{6,7})\s?,\s?(\d{6,7})$/

/** Whether a line has a colour or coordinates where an alarm has them, as no information does. */
export function isAlarming(text: string): boolean {
  return /\d{4,7}\s?,\s?\d{4,7}/.test(text) || splitCode(text.split(';')[0] ?? '').couleur !== ''
}

/**
 * `code colour; address; complement; E,N; centre`, split at `;`. The complement may be missing or hold `;` itself,
 * the coordinates may be missing or stand at its end. Null with fewer than four parts: that is an information
 * message, no alarm.
 */
export function readMessageLine(text: string): MessageLine | null {
  const parts = text.split(';').map((part) => part.trim())
  // A `;` at the very end closes the line, it does not begin a part.
  if (parts.length > 4 && parts.at(-1) === '') parts.pop()
  if (parts.length < 4) return null
  const [code = '', adresse = '', ...rest] = parts
  const middle = rest.slice(0, -1)
  const match = coordinates.exec(middle.at(-1) ?? '')
  if (match) middle.push((middle.pop() ?? '').slice(0, match.index).trim())
  if (match && middle.at(-1) === '') middle.pop()
  const position = match ? positionFromLv95(Number(match[1]), Number(match[2])) : noPosition()
  return { ...splitCode(code), adresse, complement: middle.join('; '), ...position }
}

import { splitCode } from '../../report/code_couleur.ts'
import { noPosition, positionFromLv95 } from '../../report/position.ts'
import type { Report } from '../../report/report.ts'

type MessageLine = Pick<
  Report,
  'code' | 'couleur' | 'adresse' | 'complement' | 'lv95' | 'wgs84' | 'avertissements'
>

// LV95 coordinates at the end of a part. A line break in the report may have left a space in them.
const coordinates = /(?:^|\s)(\d{6,7})\s?,\s?(\d{6,7})$/

/** Whether a line has a colour or coordinates where alarms have them and informations do not. */
export function isAlarming(text: string): boolean {
  return /\d{4,7}\s?,\s?\d{4,7}/.test(text) || splitCode(text.split(';')[0] ?? '').couleur !== ''
}

/**
 * Splits `code colour; address; complement; E,N; centre` at `;`. The complement may be missing or contain
 * `;`. The coordinates may be missing or end the complement. Fewer than four parts are an information, not an
 * alarm: null.
 */
export function readMessageLine(text: string): MessageLine | null {
  const parts = text.split(';').map((part) => part.trim())
  // A `;` at the end closes the line and begins no part.
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

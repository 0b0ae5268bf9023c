import { splitCode } from '../../report/code_couleur.ts'
import { hasKnownCode } from '../../report/known_code.ts'
import { noPosition, type Position, positionFromMetres, readPosition } from '../../report/position.ts'
import type { Report } from '../../report/report.ts'

export type MessageLine = Pick<
  Report,
  'code' | 'couleur' | 'adresse' | 'complement' | 'lv95' | 'wgs84' | 'avertissements' | 'incomplet'
>

// Metres at the end of a part. A line break in the report may have left a space in them.
const coordinates = /(?:^|\s)(\d{6,7})\s?,\s?(\d{6,7})$/
/** The most characters of a code with its colour. */
export const CODE_LIMIT = 60
const INCOMPLETE = 'La ligne de message est incomplète : moins de quatre parties séparées par « ; ».'

/** Whether a line has a code, a colour or coordinates where alarms have them and informations do not. */
export function isAlarming(text: string): boolean {
  const first = text.split(';')[0] ?? ''
  return /\d{4,7}\s?,\s?\d{4,7}/.test(text) || splitCode(first).couleur !== '' || hasKnownCode(first)
}

/** Whether a line names a place, by a postcode. */
export function isPlaced(text: string): boolean {
  return /(?<![\d.,])[1-9]\d{3} \p{Lu}/u.test(text)
}

/**
 * Splits `code colour; address; complement; E,N; centre` at `;`. The complement may be missing or contain
 * `;`. The coordinates may be missing or end the complement. A line with fewer than four parts is incomplete when
 * it begins with a code or a colour; otherwise it is no alarm: null.
 */
export function readMessageLine(text: string): MessageLine | null {
  const parts = text.split(';').map((part) => part.trim())
  // A `;` at the end closes the line and begins no part.
  if (parts.length > 4 && parts.at(-1) === '') parts.pop()
  const [code = '', ...rest] = parts
  const whole = parts.length >= 4
  const split = splitCode(code)
  if (!whole && !isCode(code, split)) return null
  const { position, others } = takePosition(whole ? rest.slice(0, -1) : rest)
  const [adresse = '', ...middle] = others
  return {
    ...split,
    adresse,
    complement: middle.filter((part) => whole || part !== '').join('; '),
    ...position,
    incomplet: !whole,
    avertissements: [...(whole ? [] : [INCOMPLETE]), ...position.avertissements],
  }
}

// Whether the first of few parts is a code: further parts may be in it, their separators lost.
function isCode(text: string, { code, couleur }: ReturnType<typeof splitCode>): boolean {
  return (couleur !== '' || hasKnownCode(code)) && text.length <= CODE_LIMIT && !/,|\d{4}/.test(text)
}

// The coordinates that the last part is or ends in, and the other parts.
function takePosition(parts: string[]): { position: Position; others: string[] } {
  const last = parts.at(-1) ?? ''
  const before = parts.slice(0, -1)
  const match = coordinates.exec(last)
  if (match) {
    const beside = last.slice(0, match.index).trim()
    const position = positionFromMetres(Number(match[1]), Number(match[2]))
    return { position, others: beside === '' ? before : [...before, beside] }
  }
  const position = readPosition(last)
  return position.wgs84 ? { position, others: before } : { position: noPosition(), others: parts }
}

import { create, type Font } from 'fontkit'
import { lettersOf } from './arimo.ts'

const BOX = '□'

let letters: Set<number> | undefined

/**
 * Reduces a text to one line of characters that the font has. Characters that it lacks become visible boxes, and
 * invisible ones are left out.
 */
export function printable(text: string): string {
  const line = text.normalize('NFC').replaceAll(/[\s\p{Cc}]+/gu, ' ')
  if (/^[\x20-\x7e\xa1-\xac\xae-\xff]*$/.test(line)) return line.trim()
  const visible = line.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
  return [...visible]
    .map((sign) => (isKnown(sign) ? sign : BOX))
    .join('')
    .trim()
}

function isKnown(sign: string): boolean {
  letters ??= new Set((create(lettersOf()) as Font).characterSet)
  return letters.has(sign.codePointAt(0) ?? 0)
}

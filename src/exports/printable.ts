// Signs that a standard font of PDF has beside those of Latin-1 (WinAnsiEncoding: ISO 32000-1, annex D.2).
const others = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/** A text in signs that the standard fonts of PDF have: others without their accents, or as a question mark; on one line. */
export function printable(text: string): string {
  return [...text.normalize('NFC').replaceAll(/\s+|[\p{Cc}\p{Cf}]+/gu, ' ')].map(signOf).join('').trim()
}

function signOf(sign: string): string {
  if (isKnown(sign)) return sign
  const plain = [...sign.normalize('NFKD')].filter(isKnown).join('')
  return plain === '' ? '?' : plain
}

function isKnown(sign: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]$/.test(sign) || others.includes(sign)
}

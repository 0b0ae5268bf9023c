// Characters of the standard fonts of PDF beyond Latin-1 (WinAnsiEncoding: ISO 32000-1, annex D.2).
const others = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/**
 * Reduces a text to one line of characters that the standard fonts of PDF have. Other characters lose their accents
 * or become `?`.
 */
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

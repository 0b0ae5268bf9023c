import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

// The signs of windows-1252 where ISO 8859-1 has control characters, which no text holds. Not decoded by
// TextDecoder: several versions of Node confuse the two.
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/**
 * Decodes bytes as text. Bytes that are valid UTF-8 with a character beyond ASCII are UTF-8, whatever is declared:
 * other text never is by chance. Otherwise the declared charset is used if possible, else windows-1252, which
 * includes ISO 8859-1. Never throws.
 *
 * @param charset as the mail names it, or ''
 */
export function decodeText(bytes: Buffer, charset: string): string {
  const label = charset.trim().toLowerCase()
  if (isUtf8(bytes) && (!isAscii(bytes) || isPlain(bytes, label))) return new TextDecoder().decode(bytes)
  const utf16 = utf16Of(bytes, label)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  if (/^(?:|utf-?8)$/.test(label) && isMostlyUtf8(bytes)) return new TextDecoder().decode(bytes)
  if (
    /^(?:|utf-?8|(?:us-)?ascii|ansi_x3.*|binary|x-user-defined|iso-?8859-?1|latin-?1|l1|windows-?1252|cp-?1252)$/.test(
      label,
    )
  ) {
    return windows1252(bytes)
  }
  const text = fromPlatform(bytes, label) ?? fromLibrary(bytes, label)
  return text.includes('\uFFFD') ? windows1252(bytes) : text
}

// ASCII that declares a charset of two bytes a letter, which would have zeros.
function isPlain(bytes: Buffer, label: string): boolean {
  return /^(?:utf-?(?:16|32)|ucs-?[24]|unicode)/.test(label) && !bytes.includes(0)
}

function windows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (sign) => WINDOWS_1252.charAt(sign.charCodeAt(0) - 0x80))
}

// UTF-8 with a broken part, as in a mail that was cut off within a letter.
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.toString()
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return count(/[^\0-\x7f\ufffd]/g) > count(/\ufffd/g)
}

// The byte order, by its mark, or else by the position of the zeros of Latin letters.
function utf16Of(bytes: Buffer, label: string): 'utf-16le' | 'utf-16be' | null {
  const declared = /^(?:utf-?16|ucs-?2|unicode)/.test(label)
  if (!declared && label !== '') return null
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (!declared) return null
  if (/(?:le|be)$/.test(label)) return label.endsWith('le') ? 'utf-16le' : 'utf-16be'
  const zeros = (odd: number) =>
    bytes.reduce((sum, byte, at) => sum + Number(byte === 0 && at % 2 === odd), 0)
  return zeros(0) > zeros(1) ? 'utf-16be' : 'utf-16le'
}

function fromPlatform(bytes: Buffer, label: string): string | null {
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return null
  }
}

// Old charsets that the platform does not know, such as cp850 and UTF-7.
function fromLibrary(bytes: Buffer, label: string): string {
  return iconv.encodingExists(label) ? iconv.decode(bytes, label) : '\uFFFD'
}

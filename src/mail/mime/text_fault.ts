import { isUtf8 } from 'node:buffer'

/** Replaces parts of an HTML body that are nested too deeply to be read. */
export const CUT = '\ufffd'

// The result of bytes that no charset explains, or that are no text.
const UNREADABLE = 'Le texte du message a des caractères illisibles.'
const unread = /\ufffd|\0/

// A file within a text, as mail programs sent files before MIME.
const uuencoded = { begin: /^begin [0-7]{3,4} \S/m, end: /^end[ \t]*$/m }

const yenc = /^=ybegin .*\bname=/m
const link = /https?:\/\/\S+/i

// A base64 part with a damaged header. PGP signatures look the same.
const base64 = /(?:^[A-Za-z0-9+/]{60,}={0,2}\r?\n){3}/m
const armour = { begin: /^-----BEGIN [A-Z ]+-----$/m, end: /^-----END [A-Z ]+-----$/m }

/**
 * French reason why bytes do not match their declared charset, or null. Other bytes are never UTF-8 by
 * chance.
 */
export function charsetFault(bytes: Buffer, charset: string): string | null {
  return /^\s*utf-?8\s*$/i.test(charset) && !isUtf8(bytes) ? UNREADABLE : null
}

/**
 * French reason why a text that is no alarm counts as not read, or null. @param limit characters that are
 * read
 */
export function textFault(text: string, limit: number): string | null {
  if (text.length > limit) return 'Le texte du message est trop long pour être lu en entier.'
  if (isEnclosed(text, uuencoded))
    return 'Le texte du message contient un fichier (uuencode), qui n’est pas lu.'
  if (yenc.test(text)) return 'Le texte du message contient un fichier (yEnc), qui n’est pas lu.'
  if (base64.test(withoutArmour(text)))
    return 'Le texte du message contient un fichier (base64), qui n’est pas lu.'
  return unread.test(text) ? UNREADABLE : null
}

interface Marks {
  begin: RegExp
  end: RegExp
}

// Each mark is searched once, because a text may begin a thousand files and end none.
function isEnclosed(text: string, { begin, end }: Marks): boolean {
  const at = text.search(begin)
  return at >= 0 && end.test(text.slice(at))
}

function withoutArmour(text: string): string {
  const kept: string[] = []
  let rest = text
  for (;;) {
    const at = rest.search(armour.begin)
    const end = at < 0 ? null : armour.end.exec(rest.slice(at))
    if (end === null) return kept.join('') + rest
    kept.push(rest.slice(0, at))
    rest = rest.slice(at + end.index + end[0].length)
  }
}

/** Whether a text refers to something elsewhere. */
export function hasLink(text: string): boolean {
  return link.test(text)
}

/** Whether an HTML body shows pictures. */
export function showsPictures(html: string): boolean {
  return /<(?:img|svg|picture|object|embed|iframe|video|canvas)\b|background(?:-image)?\s*[=:]/i.test(html)
}

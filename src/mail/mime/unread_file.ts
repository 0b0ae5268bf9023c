import type { Attachment } from '../report/parser.ts'

// First bytes of archives, as Latin-1 characters; those of tar come further on.
const archives: [kind: string, at: number, begins: string][] = [
  ['zip', 0, 'PK\x03\x04'],
  ['zip', 0, 'PK\x05\x06'],
  ['rar', 0, 'Rar!\x1a\x07'],
  ['7z', 0, '7z\xbc\xaf\x27\x1c'],
  ['gzip', 0, '\x1f\x8b'],
  ['bzip2', 0, 'BZh'],
  ['xz', 0, '\xfd7zXZ\0'],
  ['zstd', 0, '\x28\xb5\x2f\xfd'],
  ['cab', 0, 'MSCF'],
  ['arj', 0, '\x60\xea'],
  ['lha', 2, '-lh'],
  ['tar', 257, 'ustar'],
]

// Files that hold no alarm: signatures, business cards, delivery reports, other forms of the text.
const harmless =
  /^(?:application\/(?:pgp-signature|pgp-keys|(?:x-)?pkcs7-signature)|text\/(?:x-)?vcard|text\/directory|text\/calendar|application\/ics|text\/(?:x-amp-html|watch-html|enriched)|message\/(?:global-)?(?:delivery-status|disposition-notification|headers)|text\/rfc822-headers|message\/feedback-report)$/

// Highest size in bytes of a logo shown within the text; a scan is larger.
const LOGO_LIMIT = 65_536

/** The kind of archive by a file's first bytes, whatever its name, or null. */
export function archiveKind(content: Buffer): string | null {
  const found = archives.find(([, at, begins]) => {
    return content.toString('latin1', at, at + begins.length) === begins
  })
  return found?.[0] ?? null
}

/**
 * French reason why a file that no parser reads may be an alarm; null when it certainly is not.
 * @param besideText whether the mail has a text that the file may belong to
 */
export function unreadFile(file: Attachment, besideText: boolean): string | null {
  const { filename, contentType, content, shown = false } = file
  const which = filename === '' ? 'Une pièce jointe' : `La pièce jointe « ${filename} »`
  const archive = archiveKind(content)
  if (archive) return `${which} est une archive (${archive}), qui n’est pas lue.`
  if (harmless.test(contentType)) return null
  if (!contentType.startsWith('image/')) return `${which} n’est pas d’un format qui se lit (${contentType}).`
  if (shown && besideText && content.length < LOGO_LIMIT) return null
  return `${which} est une image, qui n’est pas lue.`
}

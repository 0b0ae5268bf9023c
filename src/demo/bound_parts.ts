import type { ImapServer } from 'hoodiecrow-imap'
import parseMime from 'hoodiecrow-imap/lib/mimeparser.js'

// More than any mail program writes.
const MOST_PARTS = 100

/**
 * Shows clients only the head and one text of a message with more than a hundred parts. hoodiecrow walks the parts by
 * recursion, so a forged mail of thousands of nested ones would end the demo. The raw message stays as it came.
 */
export function boundParts(server: ImapServer): void {
  server.messageHandlers.push((_server, message) => {
    let parsed: object | undefined
    Object.defineProperty(message, 'parsed', {
      get: () => {
        parsed ??= parseMime(flat(message.raw))
        return parsed
      },
    })
  })
}

function flat(raw: string): string {
  const parts = raw.match(/boundary\s*=|boundary\*|message\//gi)?.length ?? 0
  if (parts <= MOST_PARTS) return raw
  const end = Math.max(0, raw.search(/\r?\n\r?\n/))
  return raw.slice(0, end).replaceAll(/^content-type\s*:/gim, 'X-Content-Type:') + raw.slice(end)
}

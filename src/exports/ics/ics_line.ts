const LIMIT = 75

/**
 * A line of an iCalendar file, folded so that no line has more than 75 octets (RFC 5545, 3.1). A character is never
 * cut: `é` has two octets.
 */
export function icsLine(name: string, value: string): string {
  let folded = ''
  let octets = 0
  for (const character of `${name}:${value}`) {
    const size = Buffer.byteLength(character)
    if (octets + size > LIMIT) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return `${folded}\r\n`
}

/**
 * A text as the value of a property (RFC 5545, 3.3.11). A line break becomes `\n`, so a title can add no property of
 * its own; other control characters, which no value may hold, are left out.
 */
export function icsText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|[\n\r\u2028\u2029\u0085]/g, '\\n')
    .replaceAll(/(?!\t)\p{Cc}/gu, '')
}

// Bytes. Honest headers have a few thousand. Anybody's header is read, while other mails wait.
const HEADER_LIMIT = 1_048_576
// Highest number of bytes of a field; the rest of a longer one is dropped.
const FIELD_LIMIT = 8_192
// Fields of one name: two tell as much as a thousand.
const REPEATS = 2

const LINE_FEED = 10
const COLON = 58

/**
 * Picks the fields with these names (lower-case) from a message's header, as a header of their own. So
 * reading them is cheap whatever else the message holds. Takes time proportional to the size of the header,
 * up to a megabyte.
 */
export function pickFields(raw: Buffer, names: string[]): Buffer {
  const header = raw.subarray(0, HEADER_LIMIT)
  const picked: Buffer[] = []
  const room = new Map(names.map((name) => [name, REPEATS]))
  let left = 0
  for (let at = 0; at < header.length; ) {
    const end = header.indexOf(LINE_FEED, at) + 1 || header.length
    const line = header.subarray(at, end)
    at = end
    if (line.toString('latin1', 0, 2).trim() === '' && line.length <= 2) break
    if (line[0] !== 32 && line[0] !== 9) left = startField(line, room) ? FIELD_LIMIT : 0
    if (left <= 0) continue
    picked.push(line.subarray(0, left))
    left -= line.length
    if (left <= 0) picked.push(Buffer.from('\r\n'))
  }
  return Buffer.concat([...picked, Buffer.from('\r\n\r\n')])
}

function startField(line: Buffer, room: Map<string, number>): boolean {
  const name = line
    .toString('latin1', 0, Math.min(line.indexOf(COLON), 40))
    .trim()
    .toLowerCase()
  const free = room.get(name) ?? 0
  room.set(name, free - 1)
  return free > 0
}

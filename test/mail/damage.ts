// A random number generator with the same numbers for the same seed (mulberry32).
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Part of a PDF to damage: anywhere, inside its streams, or in the objects and the table around them. */
type Area = 'anywhere' | 'streams' | 'objects' | 'table'
const areas: Area[] = ['anywhere', 'streams', 'objects', 'table']

type Damage = (bytes: Buffer, at: number, random: () => number) => Buffer

const damages: Record<string, Damage> = {
  'a bit flipped': (bytes, at, random) => {
    const damaged = Buffer.from(bytes)
    damaged[at] = (damaged[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    return damaged
  },
  'a figure or letter changed': (bytes, at, random) => {
    const damaged = Buffer.from(bytes)
    const near = nearestWord(bytes, at)
    const byte = bytes[near] ?? 48
    const [from, count] = byte >= 48 && byte <= 57 ? [48, 10] : byte >= 97 ? [97, 26] : [65, 26]
    damaged[near] = from + ((byte - from + 1 + Math.floor(random() * (count - 1))) % count)
    return damaged
  },
  'bytes deleted': (bytes, at, random) => {
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + Math.floor(random() ** 3 * 200))])
  },
  'bytes inserted': (bytes, at, random) => {
    const more = Buffer.from(
      Array.from({ length: 1 + Math.floor(random() ** 3 * 50) }, () => Math.floor(random() * 256)),
    )
    return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])
  },
  'the end cut off': (bytes, at) => bytes.subarray(0, at),
  'a block zeroed': (bytes, at, random) => {
    const damaged = Buffer.from(bytes)
    return damaged.fill(0, at, Math.min(bytes.length, at + 1 + Math.floor(random() ** 3 * 500)))
  },
  'two blocks swapped': (bytes, at, random) => {
    const length = 1 + Math.floor(random() ** 2 * 300)
    const other = Math.floor(random() * Math.max(1, bytes.length - length))
    const [first, second] = [Math.min(at, other), Math.max(at, other)]
    if (second - first < length || second + length > bytes.length) return Buffer.from(bytes.toReversed())
    return Buffer.concat([
      bytes.subarray(0, first),
      bytes.subarray(second, second + length),
      bytes.subarray(first + length, second),
      bytes.subarray(first, first + length),
      bytes.subarray(second + length),
    ])
  },
}

/**
 * A number of damaged copies of a PDF, each with another fault at another place; the same ones for the same
 * seed.
 */
export function* damagedCopies(pdf: Buffer, count: number, seed: number) {
  const random = randomFrom(seed)
  const parts = partsOf(pdf)
  for (let each = 0; each < count; each += 1) {
    const area = areas[each % areas.length] ?? 'anywhere'
    const kinds = Object.keys(damages)
    const kind = kinds[Math.floor(random() * kinds.length)] ?? ''
    const places = parts[area]
    const at = places[Math.floor(random() * places.length)] ?? 0
    const bytes = damages[kind]?.(pdf, at, random) ?? pdf
    yield { name: `${kind} at ${at} (${area})`, kind, at, inStream: parts.isStream(at), bytes }
  }
}

// The places of each area: streams from `stream` to `endstream`, the table from `xref` on.
function partsOf(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const table = text.lastIndexOf('\nxref')
  const inside = new Uint8Array(pdf.length)
  for (const { index, 0: stream } of text.matchAll(/stream\r?\n[\s\S]*?endstream/g)) {
    inside.fill(1, index, index + stream.length)
  }
  const all = Array.from(pdf.keys())
  return {
    anywhere: all,
    streams: all.filter((at) => inside[at] === 1),
    objects: all.filter((at) => inside[at] === 0 && at < table),
    table: all.filter((at) => at >= table),
    isStream: (at: number) => inside[at] === 1,
  }
}

function nearestWord(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (/[A-Za-z0-9]/.test(String.fromCharCode(bytes[at] ?? 0))) return at
  }
  return from
}

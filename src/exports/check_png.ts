import { inflateSync } from 'node:zlib'

const HEAD = 8
const MAX_PIXELS = 4_000_000

/**
 * Checks that a PNG is whole and holds no more pixels than its header says. The drawing library unpacks any PNG, and
 * one megabyte may hold a gigabyte.
 * @throws for a PNG that fails this check, or has more than 4 million pixels.
 */
export function checkPng(file: Buffer): void {
  // RFC 2083, 11.2.1 (IHDR) and 5.3: a chunk is its length, name, bytes and checksum.
  const [width, height, depth, channels] = [
    file.readUInt32BE(16),
    file.readUInt32BE(20),
    file.readUInt8(24),
    [1, 0, 3, 1, 2, 0, 4][file.readUInt8(25)] ?? 0,
  ]
  if (width * height > MAX_PIXELS) throw new Error('the PNG is too large')
  const data: Buffer[] = []
  for (let at = HEAD; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(file.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  // Each line begins with a filter byte. An interlaced image has up to twice as many lines, each rounded up to a
  // byte.
  const room = 2 * height * (2 + Math.ceil((width * depth * channels) / 8)) + 64
  const pixels = inflateSync(Buffer.concat(data), { maxOutputLength: room })
  if (pixels.length < (height * width * depth * channels) / 8) throw new Error('the PNG is cut off')
}

import { crc32, deflateSync } from 'node:zlib'

/** Options of a PNG: the size in its header, and its lines, by default of that size. */
interface PngSpec {
  width: number
  height: number
  pixels?: Buffer
}

/** A PNG with an alpha channel (RFC 2083), valid or not. */
export function makePng({ width, height, pixels = Buffer.alloc(height * (1 + width * 4)) }: PngSpec): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

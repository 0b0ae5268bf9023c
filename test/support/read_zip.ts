import { inflateRawSync } from 'node:zlib'

// PKWARE APPNOTE 6.3.10: 4.3.16 (end of central directory), 4.3.12 (its entries), 4.3.7 (local headers).
const END = 0x06054b50
const ENTRY = 0x02014b50

/** The files of a ZIP archive, by name. @throws when the bytes are not a ZIP archive. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  let end = archive.length - 22
  while (archive.readUInt32LE(end) !== END) end -= 1
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error('no entry of a ZIP archive')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((n) => archive.readUInt16LE(at + n))
    const name = archive.toString('utf8', at + 46, at + 46 + Number(nameLength))
    const local = archive.readUInt32LE(at + 42)
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(begin, begin + archive.readUInt32LE(at + 20))
    files.set(name, archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed)
    at += 46 + Number(nameLength) + Number(extraLength) + Number(commentLength)
  }
  return files
}

import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ArchiveReader } from '../../../src/db/archive/format.ts'

const section = JSON.stringify({ table: 'app.sapeurs', columns: ['id'] })
const read = (lines: string[], longest?: number) =>
  new ArchiveReader(Readable.from([gzipSync(lines.join('\n'))]), longest)

it('an archive with a line that unfolds into too many bytes is refused, not kept in memory', async () => {
  const archive = read([section, 'x'.repeat(1_000_000)], 200_000)
  await archive.sectionOrEnd()
  const rows = async () => {
    for await (const _ of archive.rows());
  }
  await expect(rows()).rejects.toThrow(/une ligne est trop longue/)
})

it('empty rows of an archive are handed on in chunks too', async () => {
  const archive = read([section, ...Array.from({ length: 300_000 }, () => ''), '\\.', ''])
  await archive.sectionOrEnd()
  const sizes: number[] = []
  for await (const chunk of archive.rows()) sizes.push(chunk.length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(300_000)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536)
})

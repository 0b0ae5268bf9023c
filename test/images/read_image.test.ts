import { expect, it } from 'vitest'
import { cleanSvg } from '../../src/images/clean_svg.ts'
import { readImage } from '../../src/images/read_image.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>'

it.each([
  ['image/png', '89504e470d0a1a0a0000000d49484452'],
  ['image/jpeg', 'ffd8ffe000104a464946'],
  ['image/webp', '524946461a000000574542505650384c'],
])('recognises %s by its first bytes, and leaves the file unchanged', async (type, hex) => {
  const bytes = Buffer.from(hex, 'hex')
  expect(await readImage(bytes)).toEqual({ type, bytes })
})

it('recognises an SVG after other text, and makes it safe', async () => {
  const file = Buffer.from(`\ufeff\n<?xml version="1.0"?>${svg.replace('<rect/>', '<script/><rect/>')}`)
  expect(await readImage(file)).toEqual({ type: 'image/svg+xml', bytes: Buffer.from(svg) })
})

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a GIF', Buffer.from('GIF89a')],
  ['a sound in the same wrapping as WebP', Buffer.from('RIFF\u0001\u0001\u0001\u0001WAVE')],
  ['half of a PNG’s signature', Buffer.from('89504e47', 'hex')],
  ['a page', Buffer.from('<!DOCTYPE html><html><body><script>alert(1)</script></body></html>')],
  ['text', Buffer.from('logo')],
  ['invalid UTF-8', Buffer.from([0x3c, 0xff, 0xfe])],
  ['UTF-16', Buffer.from(`\ufeff${svg}`, 'utf16le')],
])('recognises no image in %s', async (_, bytes) => {
  expect(await readImage(bytes)).toBeNull()
})

it('gives up on an SVG that takes too long, or too much memory', async () => {
  expect(await cleanSvg(svg, 1)).toBeNull()
  const entity = `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(200_000)}">]>`
  const swollen = `${entity}<svg xmlns="http://www.w3.org/2000/svg"><text>${'&a;'.repeat(100_000)}</text></svg>`
  expect(await cleanSvg(swollen)).toBeNull()
})

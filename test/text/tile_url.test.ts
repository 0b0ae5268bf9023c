import { expect, it } from 'vitest'
import { TileUrl } from '../../src/text/tile_url.ts'

it.each([
  'https://tuiles.example.org/{z}/{x}/{y}.png',
  'http://127.0.0.1:8080/{z}/{y}/{x}',
  'https://[::1]/t?z={z}&x={x}&y={y}&key=a%20b',
])('takes %s', (url) => {
  expect(TileUrl.safeParse(url).success).toBe(true)
})

it.each([
  'tuiles.example.org/{z}/{x}/{y}.png',
  'ftp://tuiles.example.org/{z}/{x}/{y}.png',
  'https://tuiles.example.org/{z}/{x}.png',
  'https://{z}.example.org/{x}/{y}.png',
  'https://a;script-src.example.org/{z}/{x}/{y}.png',
  'https://*.example.org/{z}/{x}/{y}.png',
  'https://user:secret@example.org/{z}/{x}/{y}.png',
  'https://example.org/{z}/{x}/{y}.png ; script-src *',
])('refuses %s', (url) => {
  expect(TileUrl.safeParse(url).success).toBe(false)
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { makePng } from '../support/make_png.ts'
import { addAlarme } from './alarme_fixture.ts'
import { useBoard } from './board_fixture.ts'

const asked: string[] = []
const referers: (string | undefined)[] = []
const tiles = createServer((req, res) => {
  asked.push(req.url ?? '')
  referers.push(req.headers.referer)
  res.setHeader('content-type', 'image/png').end(makePng({ width: 256, height: 256 }))
}).listen(0, '127.0.0.1')
await once(tiles, 'listening')
const origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`
const board = useBoard({ MAP_TILES_URL: `${origin}/pixel/{z}/{x}/{y}.png`, MAP_ATTRIBUTION: '© Essai <b>' })
afterAll(() => void tiles.close())

it('tiles of the operator’s choice lie over the map, from that server only, which learns nothing else', async () => {
  await addAlarme(board.database, { adresse: 'Rue de la Tuile 1' })
  const { page, complaints } = await board.openAs('lecteur', '/tableau')
  const map = page.getByRole('img', { name: 'Carte : Feu de cuisine, Rue de la Tuile 1' })
  await map.getByText('© Essai <b>').waitFor()
  const wanted = await map.locator('image').count()
  expect(wanted).toBeGreaterThan(5)
  await expect.poll(() => new Set(asked).size, { timeout: 30_000 }).toBe(wanted)
  for (const path of asked) expect(path).toMatch(/^\/pixel\/13\/42\d\d\/28\d\d\.png$/)
  expect(new Set(referers)).toEqual(new Set([undefined]))
  expect(await board.faults(page)).toEqual([])
  expect(complaints).toEqual([])
  const policy = (await fetch(`${board.servers.urls().data}/tableau`)).headers.get('content-security-policy')
  expect(policy).toContain(`; img-src 'self' data: ${origin};`)
})

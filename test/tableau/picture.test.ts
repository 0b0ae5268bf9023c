import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { planReponses } from '../../src/demo/plan_reponses.ts'
import { addAlarme } from './alarme_fixture.ts'
import { useBoard } from './board_fixture.ts'

const board = useBoard()
const file = join(root, 'docs/images/board.png')
const MOST_KB = 150

it('the picture of the README is a view of the board that can be drawn again (TEST_PICTURES=write)', async () => {
  const admin = await board.database.as('admin')
  // Two of three wear breathing apparatus, as in the demo's past.
  const { rows } = await admin.query<{ id: number }>(
    `update app.sapeurs set porteur = id % 3 <> 0 where sis_key = 'hs' returning id::int`,
  )
  const people = rows.map(({ id }) => id).sort((a, b) => a - b)
  const answer = async (alarme: string, body: object) => {
    const ask = { method: 'POST', as: 'chef@example.org', sis: 'hs', body }
    expect((await board.servers.data(`/api/v2/alarmes/${alarme}/reponse`, ask)).status).toBe(201)
  }
  const inondation = { description: 'Inondation', code: 'INOND', couleur: 'BLEU' }
  const first = await addAlarme(board.database, {
    adresse: '2855 Glovelier, Rue de l’Église 4',
    ...inondation,
  })
  for (const sapeur_id of people.slice(0, 6)) await answer(first, { sapeur_id, reponse: 'vient', delai: 8 })
  const second = await addAlarme(board.database, { adresse: '2854 Bassecourt, Rue du Stand 3' })
  for (const body of planReponses({ id: second, reponses: [] }, people, new Set())) await answer(second, body)
  const { page, complaints } = await board.openAs('commandant', '/tableau')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('img', { name: /Carte : Feu de cuisine/ }).waitFor()
  await page.getByRole('row').nth(9).waitFor()
  const picture = await page.screenshot()
  expect(complaints).toEqual([])
  if (process.env.TEST_PICTURES === 'write') writeFileSync(file, picture)
  const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]
  expect(sizeOf(readFileSync(file))).toEqual(sizeOf(picture))
  expect(statSync(file).size / 1024).toBeLessThan(MOST_KB)
})

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { addAlarme } from './alarme_fixture.ts'
import { useBoard } from './board_fixture.ts'

const board = useBoard()
const file = join(root, 'docs/images/board.png')
const MOST_KB = 150

it('the picture of the README is a view of the board that can be drawn again (TEST_PICTURES=write)', async () => {
  await addAlarme(board.database, {
    adresse: '2855 Glovelier, Rue de l’Église 4',
    description: 'Inondation',
    couleur: 'BLEU',
  })
  const id = await addAlarme(board.database, {
    adresse: '2854 Bassecourt, Rue du Stand 3',
    description: 'Feu de cuisine',
  })
  const admin = await board.database.as('admin')
  await admin.query(
    `insert into app.reponses_alarmes (sis_key, alarme_id, sapeur_id, reponse, delai, source)
     select 'hs', $1, s.id, case when n % 5 = 0 then 'ne_vient_pas' when n % 7 = 0 then 'plus_tard' else 'vient' end, 2 + n, 'application'
       from (select id, row_number() over (order by id) as n from app.sapeurs where sis_key = 'hs' limit 9) s`,
    [id],
  )
  const { page, complaints } = await board.openAs('commandant', '/tableau')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('img', { name: /Carte : Feu de cuisine/ }).waitFor()
  await page.getByRole('row').nth(9).waitFor()
  const picture = await page.screenshot()
  expect(complaints).toEqual([])
  if (process.env.TEST_PICTURES === 'write') writeFileSync(file, picture)
  const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]
  expect(sizeOf(readFileSync(file))).toEqual(sizeOf(picture))
  expect(statSync(file).size / 1024).toBeLessThan(MOST_KB)
})

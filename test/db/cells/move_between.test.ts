import { beforeAll, describe, expect, it } from 'vitest'
import { patience } from '../../commands/command_fixture.ts'
import { inOrder } from '../../support/in_order.ts'
import { fillSis } from '../archive/whole_sis.ts'
import { eventually, useAsDatabase, useThreeCells } from './cells_fixture.ts'
import { expectSame, readMoved, useMoves, write } from './moves_fixture.ts'

const cells = useThreeCells()
const first = useAsDatabase(cells.first)
const second = useAsDatabase(cells.second)
const third = useAsDatabase(cells.third)
// The cells that hs leaves and comes to, about which `expectServed` asks.
const { move, clean, expectServed } = useMoves({ ...cells, first: cells.second, second: cells.third })

beforeAll(async () => {
  await fillSis(first)
}, 60_000)

describe('a SIS between two cells:', inOrder, () => {
  it('a SIS moves between two cells without accounts, and each knows where it lives', patience, async () => {
    const before = await readMoved(first)
    expect(await move('sud')).toMatchObject({ code: 0 })
    await expectServed('first', 'Au sud')
    const there = await readMoved(second)
    const moved = await move('ouest')
    expect(moved).toMatchObject({ code: 0, said: expect.stringContaining('déménagé de sud dans ouest') })
    const after = await readMoved(third)
    expectSame(after, there)
    for (const [name, rows] of Object.entries(before))
      expect([name, (after[name]?.length ?? 0) >= rows.length]).toEqual([name, true])
    await expectServed('second', 'À l’ouest')
    await expect(write(cells.first(), 'Nulle part')).rejects.toThrow('servi par une autre base de données')
    for (const cell of [cells.first(), cells.second(), cells.third()])
      await eventually(cell, "select cellule from auth.sis where api_key = 'hs'", [{ cellule: 'ouest' }])
  })

  it(
    'its new cell tells the accounts of its people, and the one before no longer does',
    patience,
    async () => {
      const rename = (prenom: string) =>
        `update app.sapeurs set prenom = '${prenom}' where sis_key = 'hs' and id = (select min(id) from app.sapeurs where sis_key = 'hs')`
      const open = "select request.open(null, 'hs', array(select identifiant from auth.permissions), null);"
      // A change by hand in the rows that stayed.
      await cells
        .second()
        .rows(`set session_replication_role = replica; ${rename('Resté')}; reset session_replication_role`)
      await cells.third().rows(`${open} ${rename('Parti')}`)
      const name =
        "select nom_prenom like '% Parti' as new from auth.sapeurs where sis_key = 'hs' order by id limit 1"
      await eventually(cells.first(), name, [{ new: true }])
      expect(await clean('sud')).toMatchObject({ code: 0 })
      expect(await cells.second().rows("select from app.sapeurs where sis_key = 'hs'")).toEqual([])
      expect(await cells.third().rows('select count(*) > 0 as there from app.sapeurs')).toEqual([
        { there: true },
      ])
      expect(await cells.first().rows(name)).toEqual([{ new: true }])
    },
  )

  it('it moves on to where it was, and home to the accounts', patience, async () => {
    const before = await readMoved(third)
    expect(await move('sud')).toMatchObject({ code: 0 })
    expectSame(await readMoved(second), before)
    await expectServed('first', 'De nouveau au sud')
    expect(await clean('principale')).toMatchObject({ code: 0 })
    const last = await readMoved(second)
    expect(await move('principale')).toMatchObject({ code: 0 })
    expectSame(await readMoved(first), last)
  })
})

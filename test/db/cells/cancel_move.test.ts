import { beforeAll, describe, expect, it } from 'vitest'
import { patience } from '../../commands/command_fixture.ts'
import { inOrder } from '../../support/in_order.ts'
import { fillSis } from '../archive/whole_sis.ts'
import { eventually, useAsDatabase, useTwoCells } from './cells_fixture.ts'
import { expectSame, readMoved, useMoves, write } from './moves_fixture.ts'

const cells = useTwoCells()
const first = useAsDatabase(cells.first)
const second = useAsDatabase(cells.second)
const { run, move, clean, expectServed } = useMoves(cells)

beforeAll(() => fillSis(first))

describe('a move that cannot go on', inOrder, () => {
  it('says so, leaves the SIS served, and goes on once it can', patience, async () => {
    await cells
      .second()
      .rows("alter table app.telephones_utiles add constraint plein check (numero <> '145')")
    expect(await move('sud')).toMatchObject({
      code: 1,
      said: expect.stringContaining('La cellule sud refuse les lignes de app.telephones_utiles : '),
    })
    await write(cells.first(), 'Pendant')
    await cells.second().rows('alter table app.telephones_utiles drop constraint plein')
    const before = await readMoved(first)
    expect(await move('sud')).toMatchObject({ code: 0 })
    expectSame(await readMoved(second), before)
    await expectServed('second', 'Enfin')
    expect(await clean('principale')).toMatchObject({ code: 0 })
  })

  it('opens the SIS again when a row differs, and says in which table', patience, async () => {
    await cells.first().rows(
      `create function public.change() returns trigger language plpgsql as $$ begin new.designation := 'autre'; return new; end $$;
       create trigger change before insert on app.vehicules for each row execute function public.change();
       alter table app.vehicules enable always trigger change`,
    )
    expect(await move('principale')).toMatchObject({
      code: 1,
      said: expect.stringContaining('app.vehicules : la cellule principale n’a pas les mêmes lignes que sud'),
    })
    await cells.first().rows('drop trigger change on app.vehicules; drop function public.change()')
    await write(cells.second(), 'Rouvert')
    await cells.first().rows("update auth.roles set nom = nom where sis_key = 'hs'")
  })

  it('opens a SIS that a killed run has closed, also when it cannot go on', patience, async () => {
    await cells.second().rows("select auth.close_sis('hs')")
    await cells.first().rows('alter subscription caserne_move_hs disable')
    await eventually(
      cells.second(),
      "select active from pg_replication_slots where slot_name = 'caserne_move_hs'",
      [{ active: false }],
    )
    await cells.second().rows("select pg_drop_replication_slot('caserne_move_hs')")
    expect(await move('principale')).toMatchObject({
      code: 1,
      said: expect.stringContaining('Le slot de réplication caserne_move_hs a disparu'),
    })
    await write(cells.second(), 'De nouveau ouvert')
  })

  it('ends when told that the SIS stays, and leaves nothing', patience, async () => {
    expect(await clean('principale')).toMatchObject({ code: 1, said: expect.stringContaining('déménage') })
    expect(await move('sud')).toMatchObject({ code: 0, said: expect.stringContaining('Déménagement annulé') })
    await expectServed('second', 'Resté')
    expect(Object.entries(await readMoved(first)).filter(([, rows]) => rows.length > 0)).toEqual([])
    expect(await move('sud')).toMatchObject({ code: 0, said: expect.stringContaining('rien à faire') })
  })

  it.each([
    [['sis', 'move', 'nulle', '--to', 'sud'], 'SIS inconnu : nulle'],
    [['sis', 'move', 'hs', '--to', 'nord'], 'Cellule inconnue : nord. Il y a : principale, sud.'],
  ])('is not begun by %j', async (args, message) => {
    expect(await run(args)).toMatchObject({ code: 1, said: expect.stringContaining(message) })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { patience, usePrograms } from '../../commands/command_fixture.ts'
import { inOrder } from '../../support/in_order.ts'
import { fillSis } from '../archive/whole_sis.ts'
import { useAsDatabase, useTwoCells } from './cells_fixture.ts'
import { useMoves, write } from './moves_fixture.ts'

const cells = useTwoCells()
const first = useAsDatabase(cells.first)
const { run, move, clean, expectServed } = useMoves(cells)
const byProgram = usePrograms(() => ({ DATABASE_URL: cells.operator() }))
const refresh = () => run(['cell', 'refresh', 'sud'])
const remedy = 'Lancez d’abord : caserne cell refresh sud'
const refused = (...texts: string[]) => ({
  code: 1,
  said: expect.stringMatching(new RegExp(texts.map((text) => text.replace(/[()]/g, '.')).join('.*'), 's')),
})

beforeAll(() => fillSis(first))

async function loseAccounts(): Promise<void> {
  const name = 'caserne_comptes_principale_sud'
  for (const change of ['alter @ disable', 'alter @ set (slot_name = none)', 'drop @'])
    await cells.second().rows(change.replace('@', `subscription ${name}`))
}

// Something writes in the new cell, so that a move gets as far as comparing, and stays.
async function beginMove(to: 'first' | 'second'): Promise<void> {
  const cell = cells[to]()
  await cell.rows(
    `create function public.change() returns trigger language plpgsql as $$ begin new.designation := 'autre'; return new; end $$;
     create trigger change before insert on app.vehicules for each row execute function public.change();
     alter table app.vehicules enable always trigger change`,
  )
  expect(await move(to === 'first' ? 'principale' : 'sud')).toEqual(refused('n’a pas les mêmes lignes'))
  await cell.rows('drop trigger change on app.vehicules; drop function public.change()')
}

// One life of two cells.
describe('two cells:', inOrder, () => {
  describe('a cell that lost its subscription to the accounts', patience, () => {
    it('takes no SIS: the move is refused before anything is made, with the remedy', async () => {
      await loseAccounts()
      const { code, said } = await move('sud')
      expect([code, said]).toEqual([1, expect.stringContaining(remedy)])
      expect(said).not.toMatch(/identités|copie/)
      expect(await cells.first().rows("select from pg_publication where pubname ~ 'move'")).toEqual([])
    })

    it('is not added once more', async () => {
      const logins = Object.entries(cells.first().urls).map(([login, url]) => [
        `${login.toUpperCase()}_DATABASE_URL`,
        url,
      ])
      expect(
        await run(['cell', 'add', 'sud', '--url', cells.second().urls.admin], {
          env: { ...Object.fromEntries(logins), DATABASE_URL: cells.first().urls.admin },
        }),
      ).toEqual(
        refused('La cellule sud a déjà les comptes, mais ne les suit plus : lancez caserne cell refresh sud'),
      )
    })

    it('follows again after `cell refresh`, and a disabled subscription is named too', async () => {
      expect(await refresh()).toMatchObject({ code: 0 })
      await cells.second().rows('alter subscription caserne_comptes_principale_sud disable')
      expect(await move('sud')).toEqual(refused(remedy))
      expect(await refresh()).toMatchObject({ code: 0 })
    })

    it('gives up a SIS that was coming, and says that this is one of two ways out', async () => {
      await beginMove('second')
      await loseAccounts()
      expect(await move('sud')).toEqual(refused(remedy))
      const ways = [
        'Le SIS hs déménage',
        'caserne sis move hs --to sud',
        'caserne sis move hs --to principale',
      ]
      expect(await refresh()).toEqual(refused(...ways))
      expect(await clean('sud')).toEqual(refused(...ways))
      expect(await run(['cell', 'remove', 'sud'])).toEqual(refused(...ways))
      expect(await move('principale')).toMatchObject({
        code: 0,
        said: expect.stringContaining('Déménagement annulé'),
      })
      await expectServed('first', 'Resté')
      expect(await refresh()).toMatchObject({ code: 0 })
      expect(await move('sud')).toMatchObject({ code: 0 })
      expect(await clean('principale')).toMatchObject({ code: 0 })
      expect(await clean('principale')).toEqual({
        code: 0,
        said: 'La cellule principale n’a plus de lignes du SIS hs.\n',
      })
    })

    it('keeps a SIS that was leaving, when told so', async () => {
      await beginMove('first')
      await loseAccounts()
      expect(await refresh()).toEqual(
        refused('Le SIS hs déménage', 'caserne sis move hs --to …', 'caserne sis move hs --to sud'),
      )
      expect(await move('sud')).toMatchObject({
        code: 0,
        said: expect.stringContaining('Déménagement annulé'),
      })
      await write(cells.second(), 'Gardé')
      expect(await refresh()).toMatchObject({ code: 0 })
      await expectServed('second', 'Encore là')
    })

    it('may be refreshed once the SIS has moved, which ends the move', async () => {
      await beginMove('first')
      await loseAccounts()
      // As a move that was killed just after the switch.
      await cells.first().rows("update auth.sis set cellule = 'principale' where api_key = 'hs'")
      await cells.first().rows('alter subscription caserne_move_hs disable')
      expect(await clean('sud')).toEqual(refused('n’a pas fini', 'caserne sis move hs --to principale'))
      expect(await refresh()).toMatchObject({ code: 0 })
      expect(await move('principale')).toMatchObject({ code: 0, said: expect.stringContaining('terminé') })
      await expectServed('first', 'Rentré')
    })
  })

  it('a cell that missed changes takes no SIS', patience, async () => {
    expect(await clean('sud')).toMatchObject({ code: 0 })
    await cells.second().rows('update request.cellule set rompue_at = now()')
    expect(await move('sud')).toEqual(refused('Il manque des changements des comptes', remedy))
    expect(await refresh()).toMatchObject({ code: 0 })
  })

  it('a frozen cell keeps no command waiting', patience, async () => {
    cells.second().signal('SIGSTOP')
    try {
      const inSud = { env: { DATABASE_URL: cells.second().urls.admin } }
      const [list, mails, moved] = await Promise.all([
        byProgram(['cell', 'list']),
        byProgram(['mail', 'list'], inSud),
        move('sud'),
      ])
      expect(list).toMatchObject({ code: 0, said: expect.stringMatching(/sud .* injoignable/) })
      const away = 'La base de données de la cellule sud n’est pas joignable : elle ne répond pas'
      expect(moved).toEqual(refused(away))
      expect(mails).toEqual(refused('n’est pas joignable : elle ne répond pas'))
    } finally {
      cells.second().signal('SIGCONT')
    }
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { inOrder } from '../../support/in_order.ts'
import { eventually } from './cells_fixture.ts'
import { add, clearSis, copySis, figures, sameFigures, useReporting } from './reporting_fixture.ts'

const { cells, nation, command, place } = useReporting()
const directory = mkdtempSync(join(tmpdir(), 'caserne-reporting-'))
const archive = join(directory, 'val.sis.gz')
afterAll(() => rmSync(directory, { recursive: true }))
const instantOf = (cell: string) => `select at from stats.cellules where cellule = '${cell}'`
const state = async () => {
  const { said } = await command(['reporting', 'status', '--url', nation().urls.admin, '--json'])
  return JSON.parse(said) as { cells: { nom: string; state: string; at: string }[]; moving: string[] }
}
// No worker marks instants here.
const states = async () =>
  (await state()).cells.map((cell) => `${cell.nom} ${cell.state.replace('silent', 'following')}`)

describe('a nation whose cells change:', inOrder, () => {
  describe('a SIS that moves to another cell', () => {
    it('keeps its figures while two cells have its rows, and when the old one has removed them', async () => {
      const before = await figures(nation(), ['test'])
      await copySis(cells.first(), cells.second(), 'test')
      await cells.first().rows("update auth.sis set cellule = 'sud' where api_key = 'test'")
      await eventually(cells.second(), "select sis_key from request.homes where sis_key = 'test'", [
        { sis_key: 'test' },
      ])
      await eventually(nation(), "select cellule from rapport.sources where sis_key = 'test'", [
        { cellule: 'sud' },
      ])
      await clearSis(cells.first(), 'test')
      await add(
        cells.second(),
        'test',
        "update app.sapeurs set prenom = 'Déménagé' where id = (select min(id) from app.sapeurs)",
      )
      await sameFigures(nation(), [
        [cells.first(), ['hs']],
        [cells.second(), ['val', 'test']],
      ])
      const after = await figures(nation(), ['test'])
      expect(after.interventions).toEqual(before.interventions)
      expect(after.sapeurs).not.toEqual(before.sapeurs)
    })

    it('stays as it was until everything of the old cell has arrived, and loses nothing', async () => {
      const subscription = 'caserne_rapport_sud_rapport'
      await nation().rows(`alter subscription ${subscription} disable`)
      await add(cells.second(), 'val', 'update app.interventions set sauve_animaux = 5')
      await copySis(cells.second(), cells.first(), 'val')
      await cells.first().rows("update auth.sis set cellule = 'principale' where api_key = 'val'")
      await eventually(cells.first(), "select sis_key from request.homes where sis_key = 'val'", [
        { sis_key: 'val' },
      ])
      await add(cells.first(), 'val', 'update app.interventions set sauve_personne = 7')
      await eventually(cells.second(), "select sis_key from request.homes where sis_key = 'val'", [])
      await clearSis(cells.second(), 'val')
      expect(await states()).toContain('sud stopped')
      expect(await nation().rows("select cellule from rapport.sources where sis_key = 'val'")).toEqual([
        { cellule: 'sud' },
      ])
      expect(
        await nation().rows("select distinct sauve_animaux from app.interventions where sis_key = 'val'"),
      ).toEqual([{ sauve_animaux: 0 }])
      await nation().rows(`alter subscription ${subscription} enable`)
      await sameFigures(nation(), [
        [cells.first(), ['hs', 'val']],
        [cells.second(), ['test']],
      ])
      expect(
        await nation().rows(
          "select distinct sauve_animaux, sauve_personne from app.interventions where sis_key = 'val'",
        ),
      ).toEqual([{ sauve_animaux: 5, sauve_personne: 7 }])
    })
  })

  describe('a cell that is no longer followed', () => {
    it('is copied again, rows that went meanwhile are gone, and those of other cells stay', async () => {
      await cells.second().rows('select pg_terminate_backend(active_pid) from pg_replication_slots')
      const name = 'caserne_rapport_sud_rapport'
      await nation().rows(`alter subscription ${name} disable`)
      await nation().rows(`alter subscription ${name} set (slot_name = none)`)
      await nation().rows(`drop subscription ${name}`)
      await cells.second().rows(`select pg_drop_replication_slot('${name}')`)
      expect(await states()).toEqual(['principale following', 'sud unfollowed'])
      await add(
        cells.second(),
        'test',
        'delete from app.intervention_phases; delete from app.mutations where id = (select max(id) from app.mutations)',
      )
      expect(await command(['reporting', 'setup', ...place()])).toEqual({
        code: 0,
        said: 'Copiées et suivies : sud.\nSuivies comme avant : principale.\n',
      })
      await sameFigures(nation(), [
        [cells.first(), ['hs', 'val']],
        [cells.second(), ['test']],
      ])
    })

    it('is copied again on demand', async () => {
      expect(await command(['reporting', 'setup', ...place(), '--copy', 'principale'])).toEqual({
        code: 0,
        said: 'Copiées et suivies : principale.\nSuivies comme avant : sud.\n',
      })
      await sameFigures(nation(), [
        [cells.first(), ['hs', 'val']],
        [cells.second(), ['test']],
      ])
    })

    it('is answered for while it is down, with the age of its rows', async () => {
      const expected = await figures(nation(), ['hs', 'test', 'val'])
      const [before] = await nation().rows(instantOf('sud'))
      await cells.second().stop()
      await expect.poll(states, { timeout: 20_000 }).toEqual(['principale following', 'sud away'])
      expect(await figures(nation(), ['hs', 'test', 'val'])).toEqual(expected)
      expect(await nation().rows(instantOf('sud'))).toEqual([before])
      const setup = await command(['reporting', 'setup', ...place()])
      expect(setup).toMatchObject({ code: 1, said: expect.stringContaining('la cellule sud ne répond pas') })
      await cells.second().start()
      await cells.second().rows('select jobs.mark_instant()')
      await expect.poll(states, { timeout: 20_000 }).toEqual(['principale following', 'sud following'])
    })
  })

  describe('a SIS that is removed', () => {
    it('has no figures any more, and may come again', async () => {
      const sis = async () => (await nation().rows("select from stats.sis where sis_key = 'val'")).length
      expect(await sis()).toBe(1)
      for (const args of [
        ['sis', 'close', 'val'],
        ['export', '--sis', 'val', '--to', archive],
        ['sis', 'remove', 'val', '--yes'],
      ])
        expect(await command(args)).toMatchObject({ code: 0 })
      await expect.poll(sis).toBe(0)
      const none = await figures(nation(), ['val'])
      expect(Object.values(none).flat()).toEqual([])
      expect(await command(['import-sis', archive])).toMatchObject({ code: 0 })
      await sameFigures(nation(), [
        [cells.first(), ['hs', 'val']],
        [cells.second(), ['test']],
      ])
      expect(await sis()).toBe(1)
    })
  })
})

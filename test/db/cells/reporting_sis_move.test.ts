import { expect, it } from 'vitest'
import { useCommands } from '../../commands/command_fixture.ts'
import { add, figures, sameFigures, useReporting } from './reporting_fixture.ts'

const { cells, nation, command, place } = useReporting()
const run = useCommands(() => ({ DATABASE_URL: cells.operator() }))

it('keeps the figures of a SIS that `sis move` takes to another cell and back, and that is removed where it was', async () => {
  const before = await figures(nation(), ['hs'])
  const there = ['sis', 'move', 'hs', '--to', 'sud']
  expect(await run(there)).toMatchObject({ code: 0 })
  expect(await figures(nation(), ['hs'])).toEqual(before)
  expect(await run(['sis', 'clean', 'hs', '--cell', 'principale', '--yes'])).toMatchObject({ code: 0 })
  await add(
    cells.second(),
    'hs',
    'update app.interventions set sauve_animaux = 4; delete from app.intervention_groupes',
  )
  await sameFigures(nation(), [
    [cells.first(), ['test']],
    [cells.second(), ['val', 'hs']],
  ])
  expect(await run(['sis', 'move', 'hs', '--to', 'principale'])).toMatchObject({ code: 0 })
  expect(await run(['sis', 'clean', 'hs', '--cell', 'sud', '--yes'])).toMatchObject({ code: 0 })
  await add(cells.first(), 'hs', 'update app.interventions set sauve_personne = 2')
  await sameFigures(nation(), [
    [cells.first(), ['test', 'hs']],
    [cells.second(), ['val']],
  ])
  expect(
    await nation().rows(
      "select distinct sauve_animaux, sauve_personne from stats.interventions where sis_key = 'hs'",
    ),
  ).toEqual([{ sauve_animaux: 4, sauve_personne: 2 }])
})

it('follows a cell no more that was removed, and takes the rows of its SIS from where they live', async () => {
  expect(await run(['sis', 'move', 'val', '--to', 'principale'])).toMatchObject({ code: 0 })
  expect(await run(['sis', 'clean', 'val', '--cell', 'sud', '--yes'])).toMatchObject({ code: 0 })
  // As if the cell had been removed before everything of it had arrived.
  await nation().rows("update rapport.sources set cellule = 'sud' where sis_key = 'val'")
  expect(await run(['cell', 'remove', 'sud'])).toMatchObject({ code: 0 })
  expect(await command(['reporting', 'setup', ...place()], { env: { CELLS: '' } })).toEqual({
    code: 0,
    said: 'Copiées et suivies : principale.\nRetirées, donc plus suivies : sud.\n',
  })
  await sameFigures(nation(), [[cells.first(), ['hs', 'test', 'val']]])
  expect(await nation().rows('select subname as name from pg_subscription')).toEqual([
    { name: 'caserne_rapport_principale_rapport' },
  ])
  expect(await cells.second().rows('select from pg_replication_slots')).toEqual([])
})

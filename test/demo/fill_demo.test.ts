import { describe, expect, it } from 'vitest'
import { fillDemo } from '../../src/demo/fill_demo.ts'
import { inOrder } from '../support/in_order.ts'
import { contentsWithout, useDemo } from './history_fixture.ts'

// In January the two months before reach into the year before.
const today = '2026-01-20'
const whole = useDemo({ today })
const recent = useDemo({ today, history: 'recent' })
const broken = useDemo({ today, history: 'recent' })
// A record that is changed twice in one transaction has one new version.
const contents = contentsWithout(['created_at', 'updated_at', 'changed_in', 'version'])
const running = () => new AbortController().signal

const events = `
  select extract(year from i.date_debut)::int as annee, count(*)::int as nb, max(no)::int as dernier,
         count(*) filter (where i.statut > 0)::int as saisies, count(distinct p.intervention_id)::int as presences
    from app.interventions i
    left join (select distinct sis_key, intervention_id from app.intervention_sapeurs) p
      on p.sis_key = i.sis_key and p.intervention_id = i.id
   where i.sis_key = 'hs'
   group by 1 order by 1`
const filling =
  'select sis_key as sis, jour::text, request.is_filling() as manque from request.remplissages order by 1'

describe('the demo that begins with its last months', { ...inOrder, timeout: 60_000 }, () => {
  it('has whole reports since the year in which they begin, and is noted as lacking its past', async () => {
    const years = await recent.rows(events)
    expect(years.map(({ annee }) => annee)).toEqual([2025, 2026])
    for (const { nb, dernier, saisies, presences } of years)
      expect([nb, saisies]).toEqual([dernier, presences])
    expect(await recent.rows('select from app.decomptes')).toEqual([])
    expect(await recent.rows(filling)).toEqual(
      ['hs', 'test'].map((sis) => ({ sis, jour: today, manque: true })),
    )
  })

  it('is the same as one that was loaded at once, once two have filled it together', async () => {
    const { admin } = recent.database.urls
    const filled = await Promise.all([fillDemo(admin, running()), fillDemo(admin, running())])
    expect(filled.flat().sort()).toEqual(['hs', 'test'])
    expect(await recent.rows('select request.is_filling() as manque')).toEqual([{ manque: false }])
    expect(await recent.rows(contents)).toEqual(await whole.rows(contents))
  })

  it('keeps none of a past whose loading was interrupted, and loads it at the next start', async () => {
    const { admin } = broken.database.urls
    const before = await broken.rows(contents)
    const stopping = new AbortController()
    const begun = fillDemo(admin, stopping.signal)
    const writing =
      "select from pg_locks where relation = 'app.interventions'::regclass and mode = 'RowExclusiveLock'"
    await expect.poll(async () => (await broken.rows(writing)).length, { interval: 20 }).toBe(1)
    stopping.abort()
    await expect(begun).rejects.toThrow()
    await expect.poll(async () => (await broken.rows(writing)).length, { timeout: 10_000 }).toBe(0)
    expect(await broken.rows(contents)).toEqual(before)
    expect(await broken.rows(filling)).toHaveLength(2)
    expect(await fillDemo(admin, running())).toEqual(['hs', 'test'])
    expect(await broken.rows(events)).toEqual(await whole.rows(events))
  })
})

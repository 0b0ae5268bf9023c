import { describe, expect, it } from 'vitest'
import { planReponses } from '../../src/demo/plan_reponses.ts'

const people = Array.from({ length: 19 }, (_, n) => 100 + n)
const plan = (reponses: Parameters<typeof planReponses>[0]['reponses'] = [], absents = new Set<number>()) =>
  planReponses({ id: '5', reponses }, people, absents)
const of = (sapeur_id: number, planned: ReturnType<typeof plan>) =>
  planned.find((each) => each.sapeur_id === sapeur_id)

describe('the answers to an alarm of the demo', () => {
  it('are of every kind, each of another person, and not everybody answers', () => {
    const planned = plan()
    expect(new Set(planned.map(({ reponse }) => reponse))).toEqual(
      new Set(['vient', 'plus_tard', 'ne_vient_pas']),
    )
    expect(new Set(planned.map(({ sapeur_id }) => sapeur_id)).size).toBe(planned.length)
    expect(planned.length).toBeGreaterThan(8)
    expect(planned.length).toBeLessThan(people.length)
    for (const { reponse, delai } of planned)
      expect([reponse, delai === undefined]).toEqual([reponse, reponse === 'ne_vient_pas'])
  })

  it('begin with others in the next alarm', () => {
    const next = planReponses({ id: '6', reponses: [] }, people, new Set())
    expect(next[0]?.sapeur_id).not.toBe(plan()[0]?.sapeur_id)
  })

  it('are continued where they stopped: who has answered is left out, and the others answer the same', () => {
    const [first, second, ...rest] = plan()
    const answered = [first, second].map((each) => ({
      sapeur_id: each?.sapeur_id ?? 0,
      reponse: 'vient',
      source: 'officier',
    }))
    expect(plan(answered)).toEqual(rest)
  })

  it('say how soon people come who told the alarm centre so, and leave those in peace who declined', () => {
    const planned = plan()
    const away = planned.find(({ reponse }) => reponse === 'ne_vient_pas')?.sapeur_id ?? 0
    const here = planned.find(({ reponse }) => reponse === 'vient')?.sapeur_id ?? 0
    const told = plan([
      { sapeur_id: away, reponse: 'vient', source: 'centrale' },
      { sapeur_id: here, reponse: 'ne_vient_pas', source: 'centrale' },
    ])
    expect(of(away, told)).toMatchObject({ reponse: 'vient', delai: expect.any(Number) })
    expect(of(here, told)).toBeUndefined()
  })

  it('are no from people who are absent, unless they told the alarm centre that they come', () => {
    const all = plan([], new Set(people))
    expect(all.length).toBe(14)
    expect(new Set(all.map(({ reponse }) => reponse))).toEqual(new Set(['ne_vient_pas']))
    const told = { sapeur_id: all[0]?.sapeur_id ?? 0, reponse: 'vient', source: 'centrale' }
    expect(of(told.sapeur_id, plan([told], new Set(people)))?.reponse).toBe('vient')
  })
})

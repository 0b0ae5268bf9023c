import { describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { report, type Stored, useJobs, vient } from '../jobs_fixture.ts'

const database = useDatabase()
const { store, read, alarme, intervention } = useJobs(database)

/**
 * Stores an alarm for an address, this number of minutes after 14:00 on 14 March 2026; returns it with its
 * intervention's id.
 */
async function alarm(adresse: string, minutes: number, changes = {}): Promise<Stored & { at: string }> {
  const debut = new Date(Date.UTC(2026, 2, 14, 13, minutes)).toISOString().slice(0, 19)
  const stored = await store(report({ adresse, debut: `${debut}Z`, ...changes }))
  return { ...stored, at: (await intervention('hs', stored))?.id }
}

describe('a third alarm', () => {
  it('40 minutes after the first joins it through the second, which lies between', async () => {
    const [one, two, three] = [await alarm('H 1', 0), await alarm('H 1', 20), await alarm('H 1', 40)]
    expect([two.at, three.at]).toEqual([one.at, one.at])
    expect((await alarm('H 1', 71)).at).not.toBe(one.at)
  })

  it('between two interventions joins the one that was reported first', async () => {
    const [late, early] = [await alarm('H 2', 40), await alarm('H 2', 0)]
    expect(early.at).not.toBe(late.at)
    expect((await alarm('H 2', 20)).at).toBe(late.at)
  })
})

it('joins alarms reported in any order, and keeps the time of the alarm that made the intervention', async () => {
  const [late, early] = [await alarm('H 3', 25), await alarm('H 3', 0)]
  expect(early.at).toBe(late.at)
  expect(await intervention('hs', early)).toMatchObject({ heure_debut: '14:25:00' })
})

it('joins an intervention that was filled in or validated, and adds the people who come', async () => {
  const first = await alarm('H 4', 0)
  const admin = await database.as('admin')
  for (const [statut, nom] of [
    [1, 'Amsler Ricarda'],
    [2, 'Tobler Daniel'],
  ] as const) {
    await admin.query('update app.interventions set statut = $2 where id = $1', [first.at, statut])
    const groupes = [{ titre: `9${statut} Groupe ${statut}, SIS HS`, personnes: [vient(nom)] }]
    const next = await alarm('H 4', statut, { groupes })
    expect(next.at).toBe(first.at)
    expect(await alarme('hs', next)).toMatchObject({ validated: false })
  }
  const added = `select (select array_agg(no order by no) from app.intervention_groupes where intervention_id = $1) as groupes,
                        (select count(*)::integer from app.intervention_quittances where intervention_id = $1) as quittances`
  expect(await read('hs', added, [first.at])).toEqual([{ groupes: ['90', '91', '92'], quittances: 2 }])
})

it('joins no intervention charged to accounts: a repeated alarm makes its own', async () => {
  const first = await alarm('H 5', 0)
  const admin = await database.as('admin')
  await admin.query('update app.interventions set statut = 3 where id = $1', [first.at])
  const second = await alarm('H 5', 5)
  expect(await intervention('hs', second)).toMatchObject({ statut: 0, lieu: 'H 5' })
  expect(second.at).not.toBe(first.at)
  expect((await alarm('H 5', 10)).at).toBe(second.at)
})

it('cannot add groups to an intervention of a year that was closed, and says so', async () => {
  const first = await store(report({ adresse: 'H 9', debut: '2025-12-31T22:50:00Z' }))
  const admin = await database.as('admin')
  const close = (boucle: boolean) =>
    admin.query("update app.exercices_comptables set boucle = $1 where sis_key = 'hs' and annee = 2025", [
      boucle,
    ])
  await close(true)
  const groupes = [{ titre: '93 Groupe 3, SIS HS', personnes: [] }]
  const second = await store(report({ adresse: 'H 9', debut: '2025-12-31T23:05:00Z', groupes }))
  expect(await alarme('hs', second)).toMatchObject({
    intervention_id: null,
    intervention_refus: 'Exercice comptable bouclé',
  })
  await close(false)
  await admin.query('select jobs.create_pending_interventions()')
  expect(await intervention('hs', second)).toMatchObject({ id: (await intervention('hs', first)).id })
})

it('joins no deleted intervention: its alarm stays without one, a repeated alarm makes its own', async () => {
  const first = await alarm('H 6', 0)
  const api = await database.as('api')
  const remove =
    "select api.delete_intervention($1) from request.open(null, 'hs', '{intervention.modification}', null)"
  await api.query(remove, [first.at])
  const second = await alarm('H 6', 5)
  expect(second.at).toEqual(expect.any(String))
  expect(await alarme('hs', first)).toMatchObject({ intervention_id: null, intervention_voulue: false })
})

it('joins no test alarm, and a test alarm joins nothing', async () => {
  const test = await alarm('H 7', 0, { type: 'ALARME TEST' })
  const real = await alarm('H 7', 5)
  const again = await alarm('H 7', 10, { type: 'Exercice' })
  expect([test.at, real.at, again.at]).toEqual([undefined, expect.any(String), undefined])
})

it('takes effect when the SIS switches it on: earlier alarms get no intervention and are not joined', async () => {
  const admin = await database.as('admin')
  const turn = (on: boolean) =>
    admin.query("update app.sis set intervention_automatique = $1 where sis_key = 'hs'", [on])
  await turn(false)
  const before = await alarm('H 8', 0)
  await turn(true)
  await admin.query('select jobs.create_pending_interventions()')
  expect(await intervention('hs', before)).toBeUndefined()
  const after = await alarm('H 8', 5)
  expect(after.at).toEqual(expect.any(String))
  await turn(false)
  expect((await alarm('H 8', 10)).at).toBeUndefined()
  await turn(true)
})

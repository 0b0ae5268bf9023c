import { describe, expect, it } from 'vitest'
import { untilBlocked } from '../support/calls.ts'
import { useAmendes } from './amendes_fixture.ts'
import { comptable } from './imputation_fixture.ts'

const { told, sql, database, made, fine, undo, absence, fined, change, excuseOf, pay } = useAmendes()

describe('undone fines', () => {
  it('set excuses back: refused where they were refused, none where there was none', async () => {
    const refused = await absence('03-01', { excuse_type_id: 2 })
    const none = await absence('05-01')
    const decided = await told(`PUT /exercices/${refused}/excuses/${made.anne}`, { excuse_statut: -1 })
    expect(decided[0]).toBe(200)
    await fine()
    expect([await excuseOf(refused), await excuseOf(none)]).toEqual([-2, -2])
    expect(await undo()).toEqual([204, null])
    expect([await excuseOf(refused), await excuseOf(none), await fined()]).toEqual([-1, 0, []])
    expect((await sql('select statut from app.exercices where id = $1', [refused]))[0]?.statut).toBe(3)
  })

  it('get the same ranks again, those of others too', async () => {
    await absence('05-01')
    await fine()
    await absence('03-01')
    await fine()
    await undo()
    await absence('01-01')
    await fine()
    expect(await fined()).toEqual(['01-01: 3 120.00', '03-01: 2 80.00', '05-01: 1 50.00'])
  })

  it('leave their rank to another absence once they are excused, and get a free one later', async () => {
    const may = await absence('05-01')
    await fine()
    await undo()
    await change(may, 'excuse_type_id = 2, excuse_statut = 1')
    await absence('03-01')
    await fine()
    expect(await fined()).toEqual(['03-01: 1 50.00'])
    await change(may, 'excuse_statut = -1')
    await fine()
    expect(await fined()).toEqual(['03-01: 1 50.00', '05-01: 2 80.00'])
  })

  it('are not those in a décompte', async () => {
    const [march, may] = [await absence('03-01'), await absence('05-01')]
    await fine()
    await pay(march)
    expect(await undo()).toEqual([204, null])
    expect([await fined(), await excuseOf(may)]).toEqual([['03-01: 1 50.00'], 0])
    await fine()
    expect(await fined()).toEqual(['03-01: 1 50.00', '05-01: 2 80.00'])
  })
})

describe('someone who is fined', () => {
  it('stays on the list of the exercice, which cannot be removed', async () => {
    const exercice = await absence('05-01')
    await fine()
    const body = { sapeurs: [{ sapeur_id: made.anne }] }
    expect(await told(`DELETE /exercices/${exercice}/sapeurs`, body)).toEqual([
      409,
      { error: 'Les amendes se calculent à part' },
    ])
    expect((await told(`DELETE /exercices/${exercice}`))[0]).toBe(409)
    await undo()
    expect((await told(`DELETE /exercices/${exercice}`))[0]).toBe(204)
  })

  it('is no longer fined once they turn out to have been present, and the fines are remade', async () => {
    const exercice = await absence('05-01')
    await absence('06-01')
    await fine()
    await change(exercice, 'present = true, absent = false')
    expect((await fine())[1].data.ecritures).toEqual([])
    await undo()
    await fine()
    expect(await fined()).toEqual(['06-01: 2 80.00'])
  })

  it('was fined by an amount that cannot be removed', async () => {
    await absence('05-01')
    await fine()
    expect(await told('DELETE /amendes/1')).toEqual([
      409,
      { error: 'Des écritures ont été faites avec cette amende' },
    ])
  })
})

describe('an account that may impute, and nothing else', () => {
  it('decides on no excuse', async () => {
    const exercice = await absence('05-01', { excuse_type_id: 2 })
    const path = `/exercices/${exercice}/excuses/${made.anne}`
    const as = { as: comptable }
    expect((await told(`PUT ${path}`, { excuse_statut: -1 }, as))[0]).toBe(403)
    expect((await told(`DELETE ${path}`, undefined, as))[0]).toBe(403)
    const body = { sapeurs: [{ sapeur_id: made.anne, excuse_statut: -2 }] }
    expect((await told(`POST /exercices/${exercice}/presences`, body, as))[0]).toBe(403)
    expect(await excuseOf(exercice)).toBe(0)
  })

  it('writes no row of an exercice themselves', async () => {
    const exercice = await absence('05-01')
    const login = await database.as('api')
    await login.query('begin')
    await login.query("select request.open(1, 'hs', '{comptabilite.modification}', null)")
    const set = (columns: string) =>
      login.query(`update app.exercice_sapeurs set ${columns} where exercice_id = $1`, [exercice])
    expect((await set('excuse_statut = -2')).rowCount).toBe(0)
    expect((await set('present = true, absent = false')).rowCount).toBe(0)
    await expect(set('amende_rang = 1')).rejects.toMatchObject({ code: '42501' })
    await login.query('rollback')
  })
})

it('waits for an excuse that is just being accepted, and does not fine it', async () => {
  const exercice = await absence('05-01', { excuse_type_id: 2, excuse_statut: -1 })
  const login = await database.as('api')
  await login.query('begin')
  await login.query(
    `select api.update_exercice_excuse($1, $2, '{"excuse_statut": 1}')
       from request.open(1, 'hs', '{exercice.validation}', null)`,
    [exercice, made.anne],
  )
  const run = fine()
  await untilBlocked(database)
  await login.query('commit')
  expect([(await run)[1].data.ecritures, await excuseOf(exercice)]).toEqual([[], 1])
})

it('an account that decides on excuses neither fines nor forgives a fine', async () => {
  const exercice = await absence('05-01', { excuse_type_id: 2, excuse_statut: -1 })
  const login = await database.as('api')
  const set = async (excuse_statut: number) => {
    await login.query('begin')
    try {
      await login.query("select request.open(1, 'hs', '{exercice.validation,exercice.presence}', null)")
      await login.query('update app.exercice_sapeurs set excuse_statut = $2 where exercice_id = $1', [
        exercice,
        excuse_statut,
      ])
    } finally {
      await login.query('rollback')
    }
  }
  await expect(set(-2)).rejects.toMatchObject({ code: 'PT409' })
  await fine()
  await expect(set(0)).rejects.toMatchObject({ code: 'PT409' })
})

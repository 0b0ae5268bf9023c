import { beforeEach, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { addConvocation, addExercice } from './samples/exercices.ts'
import { one } from './samples/sample.ts'

const { told, sql } = useDataApi()
const as = 'sapeur@example.org'
let moi = 0
let id = 0

beforeEach(async () => {
  moi = await one(
    sql,
    `select m.sapeur_id from auth.memberships m join auth.users u on u.id = m.user_id
      where m.sis_key = 'hs' and u.email = $1`,
    [as],
  )
  id = await convoked('today')
})

/** An exercice to which the sapeur is convoked, some days before or after today. */
async function convoked(day: string): Promise<number> {
  const [row] = await sql(
    `select (app.today() + case $1 when 'today' then 0 else $1::integer end)::text as date`,
    [day],
  )
  return (await addConvocation(sql, { sapeur: moi, date: String(row?.date) })).id
}
const today = async () => (await sql('select app.today()::text as today'))[0]?.today
const set = (assignment: string) =>
  sql(`update app.exercice_sapeurs set ${assignment} where exercice_id = $1`, [id])
const excuse = (body: object = { excuse_type_id: 2, remarque: 'Malade' }, exercice = id) =>
  told(`POST /mes-excuses/${exercice}`, body, { as })
const takeBack = (exercice = id) => told(`DELETE /mes-excuses/${exercice}`, undefined, { as })
const row = async () => (await told(`GET /exercices/${id}/sapeurs`))[1].data[0]
const statut = async () => (await told(`GET /exercices/${id}`))[1].data.statut

describe('a sapeur who excuses themselves', () => {
  it('gets their row with the day of their request, and needs no permission', async () => {
    const [status, { data }] = await excuse()
    expect([status, data]).toEqual([201, await row()])
    expect(data).toMatchObject({
      sapeur_id: moi,
      exercice_id: id,
      excuse: true,
      excuse_type_id: 2,
      excuse_statut: 0,
      date_demande: await today(),
      date_validation: null,
      remarque: 'Malade',
      heures: [],
    })
    expect(await statut()).toBe(2)
  })

  it('changes their excuse when they send it again', async () => {
    await excuse()
    expect((await excuse({ excuse_type_id: 1 }))[1].data).toMatchObject({
      excuse_type_id: 1,
      remarque: 'Malade',
    })
    expect((await excuse({ excuse_type_id: 1, remarque: null }))[1].data.remarque).toBe('')
  })

  it('takes their excuse back, once', async () => {
    await excuse()
    expect(await takeBack()).toEqual([204, null])
    expect(await row()).toMatchObject({
      excuse: false,
      excuse_type_id: null,
      remarque: '',
      date_demande: null,
    })
    expect(await statut()).toBe(1)
    expect(await takeBack()).toEqual([404, { error: 'Excuse inconnue' }])
  })

  it('names a reason that exists', async () => {
    expect(await excuse({})).toEqual([422, { error: { excuse_type_id: ['Ce champ est obligatoire.'] } }])
    expect(await excuse({ excuse_type_id: 999_999 })).toEqual([
      422,
      { error: { excuse_type_id: ['Ce motif d’excuse n’existe pas.'] } },
    ])
  })

  it('cannot decide on their excuse', async () => {
    const sent = {
      excuse_type_id: 2,
      excuse_statut: 1,
      justification: 'Moi-même',
      present: true,
      convoque: false,
    }
    expect((await excuse(sent))[1].data).toMatchObject({
      excuse_statut: 0,
      justification: '',
      present: false,
      convoque: true,
    })
  })

  it.each([3, 4])('leaves an exercice of statut %i as it is, and may take the excuse back', async (value) => {
    await set('absent = true')
    await sql('update app.exercices set statut = $2 where id = $1', [id, value])
    expect([(await excuse())[0], await statut()]).toEqual([201, value])
    expect([await takeBack(), await statut()]).toEqual([[204, null], value])
  })
})

describe('an excuse is refused', () => {
  it('by people who were not convoked', async () => {
    const refused = [409, { error: 'Vous n’êtes pas convoqué à cet exercice' }]
    const other = await addExercice(sql)
    expect(await excuse(undefined, other)).toEqual(refused)
    await set('convoque = false')
    expect([await excuse(), await takeBack()]).toEqual([refused, refused])
  })

  it('from an exercice that does not exist in this SIS', async () => {
    const elsewhere = await addExercice((text, values) => sql(text, values, 'test'))
    for (const unknown of [elsewhere, 999_999])
      for (const ask of [excuse(undefined, unknown), takeBack(unknown)])
        expect(await ask).toEqual([404, { error: 'Exercice inconnu' }])
  })

  it('once the days for excuses are over', async () => {
    id = await convoked('-7')
    expect((await excuse())[0]).toBe(201)
    id = await convoked('-8')
    const late = [
      409,
      { error: expect.stringMatching(/^Le délai pour s’excuser a pris fin le \d\d\.\d\d\.\d{4}$/) },
    ]
    expect([await excuse(), await takeBack()]).toEqual([late, late])
    await sql('update app.sis set delai_excuse = 8')
    expect((await excuse())[0]).toBe(201)
    await sql('update app.sis set delai_excuse = 7')
  })

  it.each([1, -1, -2])('once somebody has decided (%i)', async (statut) => {
    await set(`excuse_type_id = 2, excuse_statut = ${statut}`)
    const decided = [409, { error: 'Une décision a déjà été prise sur votre absence' }]
    expect([await excuse(), await takeBack()]).toEqual([decided, decided])
  })

  it('by people who are present', async () => {
    await set('present = true')
    expect(await excuse()).toEqual([409, { error: 'Vous êtes inscrit comme présent à cet exercice' }])
  })
})

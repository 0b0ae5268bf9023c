import { beforeEach, describe, expect, it } from 'vitest'
import { claims, forge } from '../support/tokens.ts'
import { useDataApi } from './data_fixture.ts'
import { whileClosed } from './imputation_fixture.ts'
import { addConvocation, addExcuse } from './samples/exercices.ts'

const { told, sql, servers } = useDataApi()
let [id, sapeur] = [0, 0]
let headers: Record<string, string>

beforeEach(async () => {
  const made = await addExcuse(sql)
  ;[id, sapeur] = [made.id, made.sapeur_id]
  const { user } = await servers.signIn('chef@example.org')
  const data = claims({ id: Number(user.id), permissions: { hs: ['exercice.validation'] } })
  headers = { authorization: `Bearer ${await forge(servers.key, { payload: { data } })}` }
})

const path = (exercice = id, of = sapeur) => `/exercices/${exercice}/excuses/${of}`
const decide = (body: object, at = path()) => told(`PUT ${at}`, body, { headers })
const remove = (at = path()) => told(`DELETE ${at}`, undefined, { headers })
const row = async () => (await told(`GET /exercices/${id}/sapeurs`))[1].data[0]
const statut = async () => (await told(`GET /exercices/${id}`))[1].data.statut
const today = async () => (await sql('select app.today()::text as today'))[0]?.today
const unknown = [404, { error: 'Excuse inconnue' }]

describe('an excuse', () => {
  it.each([1, -1])('is decided (%i), with the day and why', async (excuse_statut) => {
    const [status, { data }] = await decide({ excuse_statut, justification: 'Certificat reçu' })
    expect([status, data]).toEqual([200, await row()])
    expect(data).toMatchObject({
      excuse: true,
      excuse_type_id: 2,
      excuse_statut,
      justification: 'Certificat reçu',
      remarque: 'Malade',
      date_demande: '2026-03-12',
      date_validation: await today(),
    })
  })

  it('is left open again; absent keys leave values as they are', async () => {
    await decide({ excuse_statut: 1, justification: 'Certificat reçu' })
    expect((await decide({ excuse_statut: 0 }))[1].data).toMatchObject({
      excuse_statut: 0,
      date_validation: null,
      justification: 'Certificat reçu',
    })
    expect((await decide({ excuse_statut: 0, justification: null }))[1].data.justification).toBe('')
  })

  it('keeps the day of a decision that stays the same', async () => {
    await sql(
      "update app.exercice_sapeurs set excuse_statut = 1, date_validation = '2026-03-15' where exercice_id = $1",
      [id],
    )
    expect((await decide({ excuse_statut: 1, justification: 'Vu' }))[1].data.date_validation).toBe(
      '2026-03-15',
    )
    expect((await decide({ excuse_statut: -1 }))[1].data.date_validation).toBe(await today())
  })

  it('is removed with all that was said about it', async () => {
    await decide({ excuse_statut: 1, justification: 'Certificat reçu' })
    expect([await remove(), await statut()]).toEqual([[204, null], 1])
    expect(await row()).toMatchObject({
      excuse: false,
      excuse_type_id: null,
      excuse_statut: 0,
      remarque: '',
      justification: '',
      date_demande: null,
      date_validation: null,
    })
    expect(await remove()).toEqual(unknown)
  })

  it('does not change the statut of a validated exercice when it is decided', async () => {
    await sql('update app.exercices set statut = 3 where id = $1', [id])
    await decide({ excuse_statut: -1, justification: 'Trop tard' })
    expect(await statut()).toBe(3)
  })

  it('is unknown to people who are not convoked, are not on the list, or are of another SIS', async () => {
    const came = await addConvocation(sql)
    await sql('update app.exercice_sapeurs set convoque = false where exercice_id = $1', [came.id])
    const foreign = await addExcuse((text, values) => sql(text, values, 'test'))
    for (const at of [path(came.id, came.sapeurId), path(id, 999_999)])
      expect([await decide({ excuse_statut: 1, excuse_type_id: 2 }, at), await remove(at)]).toEqual([
        unknown,
        unknown,
      ])
    for (const at of [path(foreign.id, foreign.sapeur_id), path(999_999)])
      expect(await decide({ excuse_statut: 1 }, at)).toEqual([404, { error: 'Exercice inconnu' }])
  })

  it.each([1, -1, 0])(
    'told by telephone is written and decided (%i) for someone convoked',
    async (excuse_statut) => {
      const none = await addConvocation(sql)
      const at = path(none.id, none.sapeurId)
      expect(await remove(at)).toEqual(unknown)
      const missing = [422, { error: { excuse_type_id: ['Ce champ est obligatoire.'] } }]
      expect(await decide({ excuse_statut, excuse_type_id: '' }, at)).toEqual(missing)
      const body = { excuse_statut, excuse_type_id: '2', justification: 'Par téléphone' }
      const [status, { data }] = await decide(body, at)
      expect([status, data]).toEqual([200, (await told(`GET /exercices/${none.id}/sapeurs`))[1].data[0]])
      expect(data).toMatchObject({
        excuse: true,
        excuse_type_id: 2,
        excuse_statut,
        justification: 'Par téléphone',
        date_demande: null,
        date_validation: excuse_statut === 0 ? null : await today(),
      })
      // Everyone has a result now.
      expect((await told(`GET /exercices/${none.id}`))[1].data.statut).toBe(2)
      expect((await decide({ excuse_statut, excuse_type_id: 3 }, at))[1].data.excuse_type_id).toBe(3)
      expect((await decide({ excuse_statut }, at))[1].data.excuse_type_id).toBe(3)
      expect((await remove(at))[0]).toBe(204)
      expect((await told(`GET /exercices/${none.id}`))[1].data.statut).toBe(1)
    },
  )

  it('told by telephone has a reason of this SIS; callers who may only write presences cannot enter it', async () => {
    const none = await addConvocation(sql)
    const at = path(none.id, none.sapeurId)
    expect(await decide({ excuse_statut: 1, excuse_type_id: 999_999 }, at)).toEqual([
      422,
      { error: { excuse_type_id: ['Ce motif d’excuse n’existe pas.'] } },
    ])
    const { user } = await servers.signIn('chef@example.org')
    const data = claims({ id: Number(user.id), permissions: { hs: ['exercice.presence'] } })
    const bearer = { authorization: `Bearer ${await forge(servers.key, { payload: { data } })}` }
    const [status] = await told(`PUT ${at}`, { excuse_statut: 1, excuse_type_id: 2 }, { headers: bearer })
    expect(status).toBe(403)
  })

  it.each([-2, 2])('cannot be decided by %i', async (excuse_statut) => {
    expect(await decide({ excuse_statut })).toEqual([
      422,
      { error: { excuse_statut: ['La valeur doit être l’une de : -1, 0, 1.'] } },
    ])
  })

  it('of someone who was fined stays as it is', async () => {
    await sql('update app.exercice_sapeurs set excuse_statut = -2 where exercice_id = $1', [id])
    const fined = [409, { error: 'Les amendes se calculent à part' }]
    expect([await decide({ excuse_statut: 1 }), await remove()]).toEqual([fined, fined])
  })

  it.each([3, 4])(
    'of an exercice of statut %i is decided and removed, and the statut stays',
    async (value) => {
      await sql('update app.exercices set statut = $2 where id = $1', [id, value])
      expect([(await decide({ excuse_statut: 1 }))[0], await statut()]).toEqual([200, value])
      expect([await remove(), await statut()]).toEqual([[204, null], value])
    },
  )

  it('of an imputé exercice cannot be changed by presences', async () => {
    await sql('update app.exercices set statut = 4 where id = $1', [id])
    const body = { sapeurs: [{ sapeur_id: sapeur, excuse_type_id: null }] }
    expect(await told(`POST /exercices/${id}/presences`, body)).toEqual([
      409,
      { error: 'L’exercice est imputé : il ne peut plus être modifié' },
    ])
  })

  it('of a closed year stays as it is', async () => {
    const answers = await whileClosed({ sql }, '2026-03-14', async () => [
      await decide({ excuse_statut: 1 }),
      await remove(),
    ])
    expect(answers).toEqual(Array(2).fill([409, { error: 'Exercice comptable bouclé' }]))
  })

  it('that presences clear is no request any more', async () => {
    await told(`POST /exercices/${id}/presences`, { sapeurs: [{ sapeur_id: sapeur, excuse_type_id: null }] })
    expect(await row()).toMatchObject({ excuse: false, date_demande: null })
  })
})

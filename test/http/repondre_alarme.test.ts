import { beforeEach, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { hearAlarmes } from './live/hear_alarmes.ts'
import { soon } from './live/streams_fixture.ts'
import { addAlarme } from './samples/alarmes.ts'
import { sapeurOf } from './samples/sample.ts'

const { database, told, sql } = useDataApi()
const as = 'sapeur@example.org'
let moi = 0
let id = 0

beforeEach(async () => {
  moi = await sapeurOf(sql, as)
  id = await addAlarme(sql, 'now()')
})

const answer = (
  body: object = { reponse: 'vient', delai: 7, remarque: 'En voiture' },
  who = as,
  alarme = id,
) => told(`POST /alarmes/${alarme}/reponse`, body, { as: who })
const listed = async (alarme = id) =>
  (await told('GET /alarmes?old=true'))[1].data.find((each: { id: string }) => each.id === String(alarme))

describe('a sapeur who answers an alarm', () => {
  it('is stored with their name, and counted', async () => {
    const [status, { data }] = await answer()
    expect([status, data]).toEqual([
      201,
      {
        id: expect.any(Number),
        alarme_id: String(id),
        sapeur_id: moi,
        nom_prenom: expect.any(String),
        reponse: 'vient',
        delai: 7,
        remarque: 'En voiture',
        at: expect.any(String),
        source: 'application',
      },
    ])
    const { id: _id, alarme_id, ...shown } = data
    expect(await listed()).toMatchObject({ reponses: [shown], effectif: { vient: 1, ne_vient_pas: 0 } })
    expect((await told('GET /mes-reponses', undefined, { as }))[1].data[0]).toEqual(data)
  })

  it('is shown on the streams of all servers', async () => {
    const heard = await hearAlarmes(database)
    await answer()
    await expect.poll(() => heard, soon).toEqual(['hs'])
  })

  it('counts by their last answer, and all are kept', async () => {
    await answer()
    await answer({ reponse: 'ne_vient_pas' })
    expect(await listed()).toMatchObject({
      reponses: [{ sapeur_id: moi, reponse: 'ne_vient_pas', delai: null, remarque: '' }],
      effectif: { vient: 0, plus_tard: 0, ne_vient_pas: 1, sans_reponse: 0, porteurs: 0, chefs: 0 },
    })
    const [row] = await sql('select count(*)::int as n from app.reponses_alarmes where alarme_id = $1', [id])
    expect(row?.n).toBe(2)
  })

  it('is counted among those with breathing apparatus and those who lead', async () => {
    await sql('update app.sapeurs set porteur = true where id = $1', [moi])
    await sql('delete from app.sapeur_fonctions where sapeur_id = $1', [moi])
    await sql(
      "insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut) values ($1, 6, '2020-01-01')",
      [moi],
    )
    await answer()
    expect((await listed()).effectif).toMatchObject({ vient: 1, porteurs: 1, chefs: 1 })
  })

  it('answers an alarm that an officer has read', async () => {
    await sql('update app.alarmes set validated = true where id = $1', [id])
    expect((await answer())[0]).toBe(201)
  })

  it('neither changes the alarm nor its version', async () => {
    const version = () => sql('select version, changed_in from app.alarmes where id = $1', [id])
    const before = await version()
    await answer()
    expect(await version()).toEqual(before)
  })

  it('comes too late once the alarm is older than the SIS allows', async () => {
    const old = await addAlarme(sql, "now() - interval '121 minutes'")
    const tooLate = { error: 'Il est trop tard pour répondre à cette alarme' }
    expect(await answer({ reponse: 'vient' }, as, old)).toEqual([409, tooLate])
    await sql('update app.sis set duree_reponse = 122')
    expect((await answer({ reponse: 'vient' }, as, old))[0]).toBe(201)
    await sql('update app.sis set duree_reponse = 120')
  })

  it('is offered in the quittances of the intervention while they say that they come, until it is validated', async () => {
    const [{ id: intervention } = { id: 0 }] = await sql(
      `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
       select app.today(), '10:00', app.today(), '11:00', 'Feu de cave' returning id`,
    )
    await sql('update app.alarmes set intervention_id = $2 where id = $1', [id, intervention])
    const offered = async () => {
      const [, { data }] = await told(`GET /interventions/${intervention}/quittances`)
      return data.map((each: { sapeur_id: number }) => each.sapeur_id)
    }
    await answer()
    await answer()
    expect(await offered()).toEqual([moi])
    await answer({ reponse: 'ne_vient_pas' })
    expect(await offered()).toEqual([])
    await sql('insert into app.intervention_quittances (intervention_id, sapeur_id) values ($1, $2)', [
      intervention,
      moi,
    ])
    await answer({ reponse: 'plus_tard' })
    expect(await offered()).toEqual([moi])
    await sql('delete from app.intervention_quittances where intervention_id = $1', [intervention])
    await sql('update app.interventions set statut = 2 where id = $1', [intervention])
    expect((await answer())[0]).toBe(201)
    expect(await offered()).toEqual([])
  })

  it.each([
    [{}, { reponse: ['Ce champ est obligatoire.'] }],
    [{ reponse: 'pas_atteint' }, { reponse: [expect.any(String)] }],
    [{ reponse: 'vient', delai: -1 }, { delai: [expect.any(String)] }],
    [{ reponse: 'vient', delai: 1441 }, { delai: [expect.any(String)] }],
    [{ reponse: 'vient', remarque: 'x'.repeat(1001) }, { remarque: [expect.any(String)] }],
    [{ reponse: 'vient', sapeur_id: 0 }, { sapeur_id: [expect.any(String)] }],
  ])('is refused what is not an answer: %j', async (body, error) => {
    expect(await answer(body)).toEqual([422, { error }])
  })
})

describe('an answer for somebody else', () => {
  it('is an officer’s', async () => {
    const [status, { data }] = await answer(
      { reponse: 'plus_tard', sapeur_id: moi },
      'commandant@example.org',
    )
    expect([status, data.sapeur_id, data.source]).toEqual([201, moi, 'officier'])
    expect((await listed()).effectif).toMatchObject({ plus_tard: 1 })
  })

  it.each([as, 'lecteur@example.org'])('is refused to %s', async (who) => {
    const error = 'Permission requise pour répondre à la place d’un autre : intervention.modification'
    const other = await sapeurOf(sql, 'commandant@example.org')
    expect(await answer({ reponse: 'vient', sapeur_id: other }, who)).toEqual([403, { error }])
    expect((await listed()).reponses).toEqual([])
  })

  it('names a sapeur of this SIS', async () => {
    const [row] = await sql('select max(id) + 1000 as id from app.sapeurs')
    expect(await answer({ reponse: 'vient', sapeur_id: Number(row?.id) }, 'commandant@example.org')).toEqual([
      422,
      { error: { sapeur_id: ['Ce sapeur n’existe pas.'] } },
    ])
  })
})

it('an alarm of another SIS is unknown', async () => {
  const [row] = await sql('select max(id) + 1000 as id from app.alarmes')
  for (const who of [as, 'commandant@example.org'])
    expect(await answer({ reponse: 'vient' }, who, Number(row?.id))).toEqual([
      404,
      { error: 'Alarme inconnue' },
    ])
  expect(
    (
      await told(
        `POST /alarmes/${id}/reponse`,
        { reponse: 'vient' },
        { as: 'commandant@example.org', sis: 'test' },
      )
    )[0],
  ).toBe(404)
})

it('an account without a sapeur may not answer', async () => {
  expect(await answer({ reponse: 'vient' }, 'lecteur@example.org')).toEqual([
    403,
    { error: "Votre compte n'est pas lié à un sapeur de ce SIS" },
  ])
})

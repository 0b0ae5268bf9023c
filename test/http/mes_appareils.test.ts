import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openText, sealedPlace } from '../../src/text/sealed_text.ts'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { subscription } from './samples/moi.ts'

const key = randomBytes(32).toString('base64')
const { database, told } = useDataApi({ MAILBOX_KEY: key })
const chief = { as: 'chef@example.org' }

const shown = {
  id: expect.any(Number),
  type: 'webpush',
  designation: '',
  actif: true,
  silence: null,
  created_at: expect.any(String),
}

describe('a device', () => {
  it('is added by its push subscription, which is stored sealed and never shown', async () => {
    const abonnement = subscription()
    const [status, { data }] = await told('POST /mes-appareils', { type: 'webpush', abonnement })
    expect([status, data]).toEqual([201, shown])
    const admin = await database.as('admin')
    const { rows } = await admin.query('select abonnement as sealed from app.appareils where id = $1', [
      data.id,
    ])
    expect(JSON.parse(openText(rows[0].sealed, key, sealedPlace.abonnement('hs')) ?? '')).toEqual({
      endpoint: abonnement.endpoint,
      ...abonnement.keys,
    })
    const { rows: entries } = await admin.query(
      "select apres::text as text from audit.journal where ressource = 'appareils' and ligne_id = $1",
      [data.id],
    )
    expect(entries[0].text).not.toContain('abonnement')
  })

  it('is the same device when its browser subscribes again, and keeps settings that are not sent again', async () => {
    const abonnement = subscription()
    const silence = ['22:00:00', '06:00:00']
    const one = (await told('POST /mes-appareils', { type: 'webpush', abonnement, silence }))[1].data
    await told(`PUT /mes-appareils/${one.id}`, { actif: false })
    const [, { data }] = await told('POST /mes-appareils', {
      type: 'webpush',
      abonnement,
      designation: 'Fixe',
    })
    expect(data).toEqual({ ...one, designation: 'Fixe', silence, actif: true })
  })

  it('is changed key by key, and removed', async () => {
    const { id } = (await told('POST /mes-appareils', { type: 'webpush', abonnement: subscription() }))[1]
      .data
    const put = async (body: object) => (await told(`PUT /mes-appareils/${id}`, body))[1].data
    expect(await put({ silence: ['22:00', '06:30'] })).toMatchObject({
      silence: ['22:00:00', '06:30:00'],
      actif: true,
    })
    expect(await put({ actif: false })).toMatchObject({ silence: ['22:00:00', '06:30:00'], actif: false })
    expect(await put({ silence: null })).toMatchObject({ silence: null })
    expect((await told(`DELETE /mes-appareils/${id}`))[0]).toBe(204)
    expect(await told(`PUT /mes-appareils/${id}`, {})).toEqual([404, { error: 'Appareil inconnu' }])
  })

  it('is one address at most of an account, which needs no address of its own', async () => {
    const [status, { data }] = await told('POST /mes-appareils', { type: 'email', abonnement: null }, chief)
    expect([status, data.type]).toEqual([201, 'email'])
    expect(await told('POST /mes-appareils', { type: 'email' }, chief)).toEqual([
      409,
      { error: 'Votre adresse e-mail est déjà inscrite' },
    ])
  })

  it('is no address that its owner has not confirmed', async () => {
    const email = 'sans.confirmation@example.org'
    await makeAccount(database, { email, permissions: { hs: ['intervention.lecture'] } })
    const refused = await told('POST /mes-appareils', { type: 'email' }, { as: email })
    expect(refused).toEqual([409, { error: 'Confirmez d’abord votre adresse e-mail' }])
  })

  it('stops at twenty of an account', async () => {
    const add = () =>
      told('POST /mes-appareils', { type: 'webpush', abonnement: subscription() }, { sis: 'test' })
    for (let n = 0; n < 20; n += 1) expect((await add())[0]).toBe(201)
    expect(await add()).toEqual([409, { error: 'Un compte a 20 appareils au plus par SIS' }])
  })
})

describe('a device is refused', () => {
  it('when it is another account’s', async () => {
    const abonnement = subscription()
    const { id } = (await told('POST /mes-appareils', { type: 'webpush', abonnement }))[1].data
    expect(await told('POST /mes-appareils', { type: 'webpush', abonnement }, chief)).toEqual([
      409,
      { error: 'Cet appareil est déjà inscrit par un autre compte' },
    ])
    for (const door of [`PUT /mes-appareils/${id}`, `DELETE /mes-appareils/${id}`])
      expect(await told(door, {}, chief)).toEqual([404, { error: 'Appareil inconnu' }])
    const listed = (await told('GET /mes-appareils', undefined, chief))[1].data
    expect(listed.map((each: { id: number }) => each.id)).not.toContain(id)
  })

  it.each([
    ['http://push.example.org/1', 'L’adresse doit commencer par https://.'],
    ['ftp://push.example.org/1', 'Cette adresse n’est pas valable : https://…'],
    ['https://moi:secret@push.example.org/1', 'L’adresse ne doit contenir ni utilisateur ni mot de passe.'],
    [
      'https://10.0.0.1/1',
      'Cette adresse est privée : cette installation ne l’appelle pas (DELIVERY_HOSTS).',
    ],
    [
      'https://[::ffff:127.0.0.1]/',
      'Cette adresse est privée : cette installation ne l’appelle pas (DELIVERY_HOSTS).',
    ],
    [
      'https://2130706433/',
      'Cette adresse est privée : cette installation ne l’appelle pas (DELIVERY_HOSTS).',
    ],
  ])('for its address %s', async (endpoint, sentence) => {
    const abonnement = { ...subscription(), endpoint }
    expect(await told('POST /mes-appareils', { type: 'webpush', abonnement })).toEqual([
      422,
      { error: { 'abonnement.endpoint': [sentence] } },
    ])
  })

  it('without subscription or with one too many, with bad keys, and with half a silence', async () => {
    const refusal = async (body: object) =>
      (await told('POST /mes-appareils', { type: 'webpush', ...body }))[1]
    expect(await refusal({})).toEqual({ error: { abonnement: ['Ce champ est obligatoire.'] } })
    const abonnement = { ...subscription(), keys: { p256dh: 'BCVx', auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }
    expect(await refusal({ abonnement })).toEqual({
      error: { 'abonnement.keys': ['Ces clés ne sont pas valables.'] },
    })
    expect(await told('POST /mes-appareils', { type: 'email', abonnement: subscription() })).toEqual([
      422,
      { error: { abonnement: ['Un appareil email n’a pas d’abonnement.'] } },
    ])
    const half = 'Indiquez le début et la fin du silence.'
    expect(await refusal({ abonnement: subscription(), silence: ['22:00', null] })).toEqual({
      error: { silence: [half] },
    })
    expect(await refusal({ abonnement: subscription(), silence: ['22:00'] })).toEqual({
      error: { silence: ['Il faut au moins 2 élément(s).'] },
    })
  })
})

import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { openText, sealedPlace } from '../../src/text/sealed_text.ts'
import { useDataApi } from './data_fixture.ts'

const key = randomBytes(32).toString('base64')
const { database, told, sql } = useDataApi({ MAILBOX_KEY: key })

const url = 'https://sms.example.org/caserne'
const secretOf = async (id: number) => {
  const { rows } = await (await database.as('admin')).query('select secret from app.webhooks where id = $1', [
    id,
  ])
  return openText(rows[0].secret, key, sealedPlace.webhook('hs'))
}

describe('a webhook', () => {
  beforeEach(() => sql('delete from app.webhooks'))

  it('gets a secret that is shown once and stored sealed', async () => {
    const [status, { data }] = await told('POST /webhooks', { url, evenements: ['alarme'] })
    const { secret, ...shown } = data
    expect(status).toBe(201)
    expect(shown).toEqual({
      id: expect.any(Number),
      url,
      evenements: ['alarme'],
      actif: true,
      echec_depuis: null,
      raison: '',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(await secretOf(data.id)).toBe(secret)
    expect((await told('GET /webhooks'))[1].data).toContainEqual(shown)
    const entries = await sql("select apres::text as text from audit.journal where ressource = 'webhooks'")
    expect(entries.map(({ text }) => text).join()).not.toContain('secret')
  })

  it('shows its secret again to a client that repeats its request', async () => {
    const headers = { 'idempotency-key': 'webhook-1' }
    const send = () => told('POST /webhooks', { url, evenements: ['alarme'] }, { headers })
    const [first, second] = [await send(), await send()]
    expect(first[1].data.secret).toBe(await secretOf(first[1].data.id))
    expect(second).toEqual(first)
  })

  it('is changed key by key, and starts over when it is enabled again', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
    const { id } = (await told('POST /webhooks', { url, evenements: ['alarme'], secret }))[1].data
    await sql("update app.webhooks set actif = false, echec_depuis = now(), raison = 'Rien' where id = $1", [
      id,
    ])
    const put = async (body: object) => (await told(`PUT /webhooks/${id}`, body))[1].data
    expect(await put({ evenements: ['reponse', 'effectif'] })).toMatchObject({
      evenements: ['reponse', 'effectif'],
      actif: false,
      raison: 'Rien',
    })
    expect(await secretOf(id)).toBe(secret)
    expect(await put({ actif: true })).toMatchObject({ actif: true, raison: '', echec_depuis: null })
    expect(await put({ secret: secret.replace('Mf', 'Ng') })).not.toHaveProperty('secret')
    expect(await secretOf(id)).toBe(secret.replace('Mf', 'Ng'))
    expect((await told(`DELETE /webhooks/${id}`))[0]).toBe(204)
  })

  it.each([
    'http://sms.example.org',
    'https://192.168.1.4/',
    'https://[fd00::1]/',
    'https://sms.example.org:22/',
    'https://8.8.8.8:6379/',
    'file:///etc/passwd',
    'sms.example.org',
  ])('is refused the address %s', async (bad) => {
    expect(await told('POST /webhooks', { url: bad, evenements: ['alarme'] })).toEqual([
      422,
      { error: { url: [expect.any(String)] } },
    ])
  })

  it('is refused unknown events, a short secret, and a twenty-first beside it', async () => {
    const fault = async (body: object) =>
      Object.keys((await told('POST /webhooks', { url, ...body }))[1].error)
    expect(await fault({ evenements: ['paie'] })).toEqual(['evenements.0'])
    expect(await fault({ evenements: [] })).toEqual(['evenements'])
    expect(await fault({ evenements: ['alarme'], secret: 'whsec_abc' })).toEqual(['secret'])
    await sql(
      `insert into app.webhooks (url, secret, evenements)
       select $1, '\\x00', '{alarme}' from generate_series(1, 20 - (select count(*) from app.webhooks))`,
      [url],
    )
    expect(await told('POST /webhooks', { url, evenements: ['alarme'] })).toEqual([
      409,
      { error: 'Un SIS a 20 webhooks au plus' },
    ])
  })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '../../src/auth/opaque_token.ts'
import { useDataApi } from '../http/data_fixture.ts'
import { addAlarme } from '../http/samples/alarmes.ts'
import { addressee } from '../http/samples/moi.ts'

const { servers, told, sql } = useDataApi()
const enough = 'Il y a déjà cinquante réponses de ce sapeur à cette alarme'
let commandant = 0
let alarme = 0
let path = ''
let count = 0

beforeAll(async () => {
  commandant = await addressee(sql)
})
beforeEach(async () => {
  alarme = await addAlarme(sql, 'now()')
  count += 1
  const token = `attaque${count}`.padEnd(22, '_')
  await sql(
    `insert into app.envois (lot, evenement, alarme_id, canal, sapeur_id, token_hash, etat)
     values ('alarme-' || $1::bigint, 'alarme', $1, 'email', $2, $3, 'remis')`,
    [alarme, commandant, hashToken(token)],
  )
  path = `/r/hs.${token}`
})

const send = (method: string, headers: Record<string, string> = {}, body?: BodyInit) =>
  fetch(`${servers.urls().data}${path}`, { method, headers, redirect: 'manual', ...(body && { body }) })
const stored = async () =>
  Number((await sql('select count(*) as n from app.reponses_alarmes where alarme_id = $1', [alarme]))[0]?.n)
/** How many rows were ever written in the SIS: each is in the journal. */
const written = async () => Number((await sql('select max(id) as n from audit.journal'))[0]?.n)

describe('a program that follows the links of mails', () => {
  it.each([
    ['GET', {}],
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch' }],
    ['GET', { 'user-agent': 'BarracudaCentral', referer: 'https://scanner.example.org/' }],
    ['OPTIONS', { origin: 'https://evil.example.org', 'access-control-request-method': 'POST' }],
    ['OPTIONS', {}],
    ['PUT', {}],
    ['PATCH', {}],
    ['DELETE', {}],
  ] as [string, Record<string, string>][])('writes nothing by %s %j', async (method, headers) => {
    const before = await written()
    const { status } = await send(method, headers)
    expect(status).toBe({ GET: 200, HEAD: 200, OPTIONS: 204 }[method] ?? 405)
    expect([await written(), await stored()]).toEqual([before, 0])
  })

  it.each([
    ['application/json', '{"reponse":"vient"}'],
    ['text/plain', 'reponse=vient'],
    ['application/x-www-form-urlencoded', 'reponse[]=vient&reponse[]=ne_vient_pas'],
    ['application/x-www-form-urlencoded', 'reponse=pas_atteint'],
    ['application/x-www-form-urlencoded', ''],
  ])('answers nothing by a body that is not of the page’s form: %s %s', async (type, body) => {
    expect((await send('POST', { 'content-type': type }, body)).status).toBe(422)
    expect(await stored()).toBe(0)
  })
})

describe('anybody with a link', () => {
  it('answers fifty times at most, and so does its person', async () => {
    for (let n = 0; n < 50; n += 1)
      expect((await send('POST', {}, new URLSearchParams({ reponse: 'vient' }))).status).toBe(303)
    const refused = await send('POST', {}, new URLSearchParams({ reponse: 'ne_vient_pas' }))
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(enough)])
    expect(await told(`POST /alarmes/${alarme}/reponse`, { reponse: 'vient' })).toEqual([
      409,
      { error: enough },
    ])
    expect(await stored()).toBe(50)
    const [status] = await told(
      `POST /alarmes/${alarme}/reponse`,
      { reponse: 'vient' },
      { as: 'sapeur@example.org' },
    )
    expect(status).toBe(201)
  })
})

describe('an officer of another SIS', () => {
  const autre = { as: 'autre@example.org' }
  const body = () => ({ reponse: 'vient', sapeur_id: commandant })

  it('answers no alarm of this one, for nobody', async () => {
    const answer = (said: object, sis: string) =>
      told(`POST /alarmes/${alarme}/reponse`, said, { ...autre, sis })
    for (const said of [body(), { reponse: 'vient' }])
      expect(await answer(said, 'hs')).toEqual([403, { error: 'Aucun droit pour ce SIS' }])
    expect(await answer(body(), 'test')).toEqual([404, { error: 'Alarme inconnue' }])
    expect(await stored()).toBe(0)
  })

  it('answers an alarm of their own for nobody of this one', async () => {
    const [row] = await sql(
      `insert into app.alarmes (date, type, adresse, intervention_voulue) values (now(), 'Alarme', 'Ailleurs', false) returning id`,
      [],
      'test',
    )
    const [foreign] = await sql('select max(id) as id from app.sapeurs')
    expect(
      await told(
        `POST /alarmes/${Number(row?.id)}/reponse`,
        { reponse: 'vient', sapeur_id: Number(foreign?.id) },
        { ...autre, sis: 'test' },
      ),
    ).toEqual([422, { error: { sapeur_id: ['Ce sapeur n’existe pas.'] } }])
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EventStream, openStream } from '../support/event_stream.ts'
import { useDataApi } from './data_fixture.ts'
import { soon } from './live/streams_fixture.ts'
import { addAlarme } from './samples/alarmes.ts'

const { told, sql, servers } = useDataApi()
// A wall shows no alarm of two days ago.
const ageAlarmes = () => sql("update app.alarmes set date = now() - interval '2 days'")
beforeEach(ageAlarmes)
const opened: EventStream[] = []
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close()
})

const make = async (as = 'commandant@example.org', sis = 'hs') =>
  told('POST /murs', { designation: 'Garage' }, { as, sis })
const ask = async (path: string, token: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${servers.urls().data}/api/v2${path}`, { headers: { token, ...headers } })
  return { status: response.status, body: await response.json() }
}
const refused = { status: 401, body: { error: 'Ce mur n’est pas admis' } }

describe('a wall', () => {
  it('shows the alarms of its SIS with names and counts, and no telephone', async () => {
    const id = await addAlarme(sql, 'now()')
    await told(`POST /alarmes/${id}/reponse`, { reponse: 'vient' }, { as: 'commandant@example.org' })
    const [status, { data }] = await make()
    expect([status, data]).toEqual([
      201,
      {
        id: expect.any(Number),
        designation: 'Garage',
        created_at: expect.any(String),
        vu_le: null,
        expire_le: null,
        token: expect.stringMatching(/^hs\.[\w-]{43}$/),
      },
    ])
    const shown = await ask('/mur', data.token)
    expect(shown.status).toBe(200)
    expect(shown.body.data).toMatchObject({
      sis: expect.any(String),
      alarmes: [{ id: String(id), effectif: { vient: 1 }, reponses: [{ nom_prenom: 'Amsler Ricarda' }] }],
      interventions: expect.any(Number),
    })
    expect(JSON.stringify(shown.body)).not.toMatch(/phone|032 444/)
    const listed = (await told('GET /murs', undefined, { as: 'commandant@example.org' }))[1]
    expect(JSON.stringify(listed)).not.toContain(data.token.slice(3))
  })

  it('lists the last day of its use, which the journal leaves out', async () => {
    const { data } = (await make())[1]
    const listed = async () =>
      (await told('GET /murs', undefined, { as: 'commandant@example.org' }))[1].data.find(
        (each: { id: number }) => each.id === data.id,
      )
    expect(await listed()).toMatchObject({ vu_le: null })
    for (let n = 0; n < 3; n++) expect((await ask('/mur', data.token)).status).toBe(200)
    await expect.poll(async () => (await listed()).vu_le, soon).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(
      await sql("select action from audit.journal where ressource = 'murs' and ligne_id = $1", [data.id]),
    ).toEqual([{ action: 'ajout' }])
  })

  it('is admitted until its last day', async () => {
    const add = (expire_le: unknown) =>
      told('POST /murs', { designation: 'Fête', expire_le }, { as: 'commandant@example.org', sis: 'hs' })
    expect(await add('2020-01-01')).toEqual([422, { error: { expire_le: ['Ce jour est passé.'] } }])
    const [row] = await sql('select app.today()::text as today')
    const today = row?.today
    const { data } = (await add(today))[1]
    expect(data.expire_le).toBe(today)
    expect((await ask('/mur', data.token)).status).toBe(200)
    await sql(
      `insert into app.murs (designation, token_hash, expire_le) values ('Hier', sha256('${'h'.repeat(43)}'), app.today() - 1)`,
    )
    for (const path of ['/mur', '/mur/flux']) expect(await ask(path, `hs.${'h'.repeat(43)}`)).toEqual(refused)
  })

  it('tells no token again to a client that repeats its request', async () => {
    const headers = { 'idempotency-key': 'mur-1' }
    const send = () => told('POST /murs', { designation: 'Atelier' }, { headers })
    const [first, second] = [await send(), await send()]
    expect((await ask('/mur', first[1].data.token)).status).toBe(200)
    expect(second).toEqual([201, { data: { ...first[1].data, token: null } }])
  })

  it('receives alarms and answers as they come, until it is removed', async () => {
    const { data } = (await make())[1]
    const stream = await openStream(`${servers.urls().data}/api/v2/mur/flux`, { token: data.token })
    opened.push(stream)
    await expect.poll(() => stream.data('mur'), soon).toHaveLength(1)
    expect((await servers.figures())('caserne_alarme_streams')).toBe(1)
    const id = await addAlarme(sql, 'now()')
    const last = () => stream.data('mur').at(-1) as { alarmes: { id: string; effectif: { vient: number } }[] }
    await expect.poll(() => last().alarmes[0]?.id, soon).toBe(String(id))
    await told(`POST /alarmes/${id}/reponse`, { reponse: 'vient' }, { as: 'commandant@example.org' })
    await expect.poll(() => last().alarmes[0]?.effectif.vient, soon).toBe(1)
    const count = stream.data('mur').length
    expect((await told(`DELETE /murs/${data.id}`, undefined, { as: 'commandant@example.org' }))[0]).toBe(204)
    const next = await addAlarme(sql, 'now()')
    await expect.poll(() => ask('/mur', data.token), soon).toEqual(refused)
    expect(stream.data('mur').length).toBe(count)
    expect(JSON.stringify(stream.data('mur'))).not.toContain(`"id":"${next}"`)
  })

  it('keeps an alarm while it can be answered, also when an officer has read it', async () => {
    const { data } = (await make())[1]
    const shown = async () =>
      (await ask('/mur', data.token)).body.data.alarmes.map((each: { id: string }) => each.id)
    const id = await addAlarme(sql, 'now()')
    await sql('update app.alarmes set validated = true where id = $1', [id])
    expect(await shown()).toContain(String(id))
    await sql("update app.alarmes set date = now() - interval '3 hours' where id = $1", [id])
    expect(await shown()).not.toContain(String(id))
  })
})

it('a wall gets the newest 20 alarms on a storm day', async () => {
  const { token } = (await make())[1].data
  await sql(
    `insert into app.alarmes (date, type, adresse, intervention_voulue)
     select now() - n * interval '1 second', 'Alarme réelle', 'Rue de la Tempête ' || n, false
       from generate_series(1, 25) n`,
  )
  const { data } = (await ask('/mur', token)).body
  expect(data.alarmes.map(({ adresse }: { adresse: string }) => adresse)).toEqual(
    Array.from({ length: 20 }, (_, n) => `Rue de la Tempête ${n + 1}`),
  )
})

describe('a stolen token of a wall', () => {
  it('opens no other operation, and no other SIS', async () => {
    const { token } = (await make())[1].data
    expect(await ask('/mur', token.replace(/^hs/, 'test'))).toEqual(refused)
    for (const path of ['/alarmes', '/alarmes/flux', '/sapeurs', '/murs', '/interventions', '/mes-infos'])
      for (const authorization of [`Bearer ${token}`, `Bearer ${token.slice(3)}`]) {
        const { status } = await ask(path, token, { authorization, 'sis-key': 'hs' })
        expect({ path, status }).toEqual({ path, status: 401 })
      }
  })

  it.each([
    '',
    'hs',
    'hs.',
    `hs.${'a'.repeat(43)}`,
    `x'.${'a'.repeat(43)}`,
    `ailleurs.${'a'.repeat(43)}`,
    `.${'a'.repeat(43)}`,
  ])('is not guessed: %j', async (token) => {
    expect(await ask('/mur', token)).toEqual(refused)
    expect(await ask('/mur/flux', token)).toEqual(refused)
  })

  it('is made by those who configure the SIS only', async () => {
    expect(await make('chef@example.org')).toEqual([403, { error: 'Permission requise : sis.config' }])
  })
})

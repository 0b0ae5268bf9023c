import { describe, expect, it } from 'vitest'
import { hashToken } from '../../src/auth/opaque_token.ts'
import { useDataApi } from './data_fixture.ts'
import { hearAlarmes } from './live/hear_alarmes.ts'
import { soon } from './live/streams_fixture.ts'
import { addAlarme } from './samples/alarmes.ts'
import { addressee } from './samples/moi.ts'

const { database, servers, told, sql } = useDataApi()
let count = 0

/** A link of the commander to an alarm, as a message has it. */
async function addLien({
  alarme,
  age = '0',
  sapeur,
}: {
  alarme?: number
  age?: string
  sapeur?: number
} = {}) {
  count += 1
  const token = `lien${count}`.padEnd(22, '_')
  const alarme_id = alarme ?? (await addAlarme(sql, 'now()'))
  await sql(
    `insert into app.envois (lot, evenement, alarme_id, canal, sapeur_id, token_hash, etat, created_at)
     values ('alarme-' || $1::bigint, 'alarme', $1, 'email', $2, $3, 'remis', now() - $4::interval)`,
    [alarme_id, sapeur ?? (await addressee(sql)), hashToken(token), age],
  )
  return { alarme: alarme_id, path: `/r/hs.${token}` }
}

const open = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${servers.urls().data}${path}`, { redirect: 'manual', ...init })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const answer = (path: string, reponse: string) =>
  open(path, { method: 'POST', body: new URLSearchParams({ reponse }) })
const answersTo = async (alarme: number) =>
  (await sql(
    "select reponse, source from app.reponses_alarmes where alarme_id = $1 and source = 'lien' order by id",
    [alarme],
  )) as { reponse: string; source: string }[]

describe('the link of a message', () => {
  it('shows the alarm and three buttons, and changes nothing', async () => {
    const { alarme, path } = await addLien()
    for (const method of ['GET', 'HEAD', 'GET']) expect((await open(path, { method })).status).toBe(200)
    const { text } = await open(path)
    expect(text.match(/<button name="reponse" value="(vient|plus_tard|ne_vient_pas)">/g)).toHaveLength(3)
    expect(text).toContain('pas encore de réponse')
    expect(text).not.toContain('<script')
    expect(await answersTo(alarme)).toEqual([])
  })

  it('answers by its form for its person, as often as they change their mind', async () => {
    const { alarme, path } = await addLien()
    const { status, headers } = await answer(path, 'vient')
    expect([status, headers.get('location')]).toEqual([303, path.slice(3)])
    expect((await open(path)).text).toContain('</b> : Je viens</p>')
    await answer(path, 'ne_vient_pas')
    expect((await open(path)).text).toContain('Je ne viens pas</p>')
    expect(await answersTo(alarme)).toEqual([
      { reponse: 'vient', source: 'lien' },
      { reponse: 'ne_vient_pas', source: 'lien' },
    ])
    const [, { data }] = await told('GET /alarmes')
    const found = data.find((each: { id: string }) => each.id === String(alarme))
    expect(found.reponses).toMatchObject([{ reponse: 'ne_vient_pas', source: 'lien' }])
    expect(found.effectif).toMatchObject({ ne_vient_pas: 1, vient: 0 })
  })

  it('shows its answer on the streams of all servers, and nothing when it is only opened', async () => {
    const { path } = await addLien()
    const heard = await hearAlarmes(database)
    await open(path)
    await answer(path, 'bof')
    await answer(path, 'vient')
    await expect.poll(() => heard, soon).toEqual(['hs'])
  })

  it('is kept nowhere, says nowhere where it came from, and runs and loads nothing', async () => {
    const { path } = await addLien()
    for (const { headers } of [await open(path), await open('/r/hs.inconnu'), await answer(path, 'bof')]) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      const policy = headers.get('content-security-policy')
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
    }
  })

  it('shows markup of a mail as text', async () => {
    const alarme = await addAlarme(sql, 'now()')
    await sql("update app.alarmes set description = '<img src=x onerror=alert(1)>' where id = $1", [alarme])
    const { text } = await open((await addLien({ alarme })).path)
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(text).not.toContain('<img')
  })

  it('says so when it is too late to answer', async () => {
    const { alarme, path } = await addLien()
    await sql("update app.alarmes set date = now() - interval '3 hours' where id = $1", [alarme])
    expect((await open(path)).text).not.toContain('<button')
    const { status, text } = await answer(path, 'vient')
    expect([status, text]).toEqual([
      409,
      expect.stringContaining('Il est trop tard pour répondre à cette alarme'),
    ])
  })
})

describe('a link opens nothing', () => {
  const refused = async (path: string) => {
    const [shown, sent] = [await open(path), await answer(path, 'vient')]
    expect([shown.status, sent.status]).toEqual([410, 410])
    expect(shown.text).toContain('Ce lien n’est plus valable')
  }

  it('when it is two hours old', async () => {
    const { alarme, path } = await addLien({ age: '2 hours' })
    await refused(path)
    expect(await answersTo(alarme)).toEqual([])
  })

  it('when it is guessed, cut short, or of another SIS', async () => {
    const { path } = await addLien()
    for (const each of [
      '/r/hs.aaaaaaaaaaaaaaaaaaaaaa',
      path.slice(0, -1),
      `${path}a`,
      path.replace('/r/hs.', '/r/test.'),
      path.replace('/r/hs.', '/r/.'),
      path.replace('/r/hs.', '/r/*.'),
      path.replace('/r/hs.', '/r/hs,test.'),
    ])
      await refused(each)
  })

  it('when its person has left, or lost their account', async () => {
    const admin = await database.as('admin')
    const { path } = await addLien()
    const both = [
      [
        "update auth.memberships set parti_at = now() - interval '1 hour'",
        'update auth.memberships set parti_at = null',
      ],
      ['update auth.users set disabled_at = now()', 'update auth.users set disabled_at = null'],
    ]
    for (const [away = '', back = ''] of both) {
      const his = away.includes('memberships')
        ? " where user_id = (select id from auth.users where email = 'commandant@example.org')"
        : " where email = 'commandant@example.org'"
      await admin.query(away + his)
      await refused(path)
      await admin.query(back + his)
    }
    expect((await open(path)).status).toBe(200)
  })

  it('else: neither another alarm, nor the API', async () => {
    const { path } = await addLien()
    const other = await addAlarme(sql, 'now()')
    const token = path.slice(3)
    await open(path, {
      method: 'POST',
      body: new URLSearchParams({
        reponse: 'vient',
        id: String(other),
        alarme_id: String(other),
        sapeur_id: '1',
      }),
    })
    expect(await answersTo(other)).toEqual([])
    for (const door of ['/alarmes', '/mes-infos', '/mur'])
      expect(
        (
          await fetch(`${servers.urls().data}/api/v2${door}`, {
            headers: { authorization: `Bearer ${token}`, token, 'sis-key': 'hs' },
          })
        ).status,
      ).toBe(401)
  })
})

it('a link is not written to the log', async () => {
  const { path } = await addLien()
  await open(path)
  await answer(path, 'vient')
  expect(servers.log()).not.toContain(path.slice(6))
})

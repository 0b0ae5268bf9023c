import { beforeAll, describe, expect, it } from 'vitest'
import { addReader, convoke, open } from '../http/calendrier_fixture.ts'
import { useDataApi } from '../http/data_fixture.ts'
import { asSomeone } from '../support/database.ts'
import { changeAccount } from '../support/users.ts'

const api = useDataApi({ FAILURES_ALLOWED: '50' })
const { told, sql, servers } = api
const unknown = { status: 404, text: '{"error":"Calendrier inconnu"}' }
const seen = async (adresse: string, headers: Record<string, string> = {}) => {
  const { status, text } = await open(api, adresse, headers)
  return { status, text }
}
const made = async (email: string) => (await told('POST /mes-calendriers', {}, { as: email }))[1].data

let moi: Awaited<ReturnType<typeof addReader>>
let adresse = ''
beforeAll(async () => {
  moi = await addReader(api, 'Attaque')
  await convoke(api, moi.sapeur, 3, 'Secret')
  adresse = (await made(moi.email)).adresse
})

describe('the address of a calendar', () => {
  it.each([
    '/ics/',
    '/ics/.ics',
    '/ics/hs.ics',
    `/ics/hs.${'a'.repeat(43)}.ics`,
    `/ics/hs.${'a'.repeat(43)}`,
    `/ics/.${'a'.repeat(43)}.ics`,
    `/ics/ailleurs.${'a'.repeat(43)}.ics`,
    `/ics/x'.${'a'.repeat(43)}.ics`,
    `/ics/hs.${'a'.repeat(4_000)}.ics`,
    '/ics/%00.ics',
    '/ics/..%2f..%2fapi.ics',
  ])('is not guessed: %s', async (guess) => {
    const { status, text } = await seen(guess)
    expect([404, 404]).toContain(status)
    expect(['Calendrier inconnu', 'Ressource inconnue']).toContain(JSON.parse(text).error)
  })

  it('opens no other SIS, though the person be known there', async () => {
    expect((await seen(adresse)).status).toBe(200)
    expect(await seen(adresse.replace('/hs.', '/test.'))).toEqual(unknown)
  })

  it('without its last sign, or in another case, is another one', async () => {
    expect(await seen(adresse.replace(/.\.ics$/, '.ics'))).toEqual(unknown)
    expect(await seen(adresse.replace(/(?<=hs\.).+/, (token) => token.toUpperCase()))).toEqual(unknown)
    expect(await seen(adresse.replace(/\.ics$/, ''))).toEqual(unknown)
  })

  it('opens nothing but the calendar', async () => {
    const token = adresse.slice('/ics/'.length, -'.ics'.length)
    for (const path of ['/mes-infos', '/mes-calendriers', '/exercices', '/exercices.ics', '/mur'])
      for (const authorization of [`Bearer ${token}`, `Bearer ${token.slice(3)}`]) {
        const { status } = await seen(`/api/v2${path}`, { authorization, token, 'sis-key': 'hs' })
        expect({ path, status }).toEqual({ path, status: 401 })
      }
  })

  it('takes no other method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PROPFIND']) {
      const response = await fetch(`${servers.urls().data}${adresse}`, { method })
      expect([method, response.status]).toEqual([method, 405])
    }
  })

  it('stands in no line of the log, whether it is known or not', async () => {
    const token = adresse.slice('/ics/hs.'.length, -'.ics'.length)
    await seen(adresse)
    await seen(`/ics/hs.${'Zz9'.repeat(14)}Z.ics`)
    expect(servers.log()).toContain('get_calendrier')
    expect(servers.log()).not.toContain(token)
    expect(servers.log()).not.toContain('Zz9Zz9')
  })

  it('is stored as a hash only', async () => {
    const token = adresse.slice('/ics/hs.'.length, -'.ics'.length)
    const { rows } = await (await api.database.as('admin')).query(
      `select (select count(*) from app.calendriers c where c::text like $1)
            + (select count(*) from audit.journal j where j::text like $1)
            + (select count(*) from request.reponses r where r::text like $1) as n`,
      [`%${token}%`],
    )
    expect(Number(rows[0]?.n)).toBe(0)
  })
})

describe('a calendar shows nothing any more', () => {
  it('while its account is disabled', async () => {
    await changeAccount(api.database, moi.email, 'disabled_at = now()')
    expect(await seen(adresse)).toEqual(unknown)
    await changeAccount(api.database, moi.email, 'disabled_at = null')
    expect((await seen(adresse)).status).toBe(200)
  })

  it('from the day after its sapeur has left, until the end is corrected', async () => {
    await sql('update app.mutations set sortie = app.today() - 1 where sapeur_id = $1', [moi.sapeur])
    expect(await seen(adresse)).toEqual(unknown)
    await sql('update app.mutations set sortie = app.today() where sapeur_id = $1', [moi.sapeur])
    expect((await seen(adresse)).status).toBe(200)
    await sql('update app.mutations set sortie = null where sapeur_id = $1', [moi.sapeur])
  })

  it('when its account is linked to nobody, or to somebody else', async () => {
    const owner = await api.database.as('owner')
    const link = (sapeur: number | null) =>
      owner.query("update auth.memberships set sapeur_id = $1 where user_id = $2 and sis_key = 'hs'", [
        sapeur,
        moi.user,
      ])
    const [other] = await sql(
      "insert into app.sapeurs (nom, prenom) values ('Autre', 'Personne') returning id",
    )
    for (const sapeur of [null, Number(other?.id)]) {
      await link(sapeur)
      expect(await seen(adresse)).toEqual(unknown)
    }
    await link(moi.sapeur)
    expect((await seen(adresse)).status).toBe(200)
  })

  it('once it is removed, which only the person themselves can do', async () => {
    const other = await addReader(api, 'Tiers')
    const { id, adresse: where } = await made(moi.email)
    for (const as of [other.email, 'commandant@example.org'])
      expect(await told(`DELETE /mes-calendriers/${id}`, undefined, { as })).toEqual([
        404,
        { error: 'Calendrier inconnu' },
      ])
    expect((await seen(where)).status).toBe(200)
    expect((await told(`DELETE /mes-calendriers/${id}`, undefined, { as: moi.email }))[0]).toBe(204)
    expect(await seen(where)).toEqual(unknown)
  })
})

it('a title cannot add events or properties to the calendar', async () => {
  const title = 'Feu\r\nEND:VEVENT\r\nBEGIN:VEVENT\nX-EVIL:1, 2; \\ fin'
  expect(
    (await told('POST /exercices', { designation: title, date: '2026-03-14', heure: '19:30', duree: 60 }))[0],
  ).toBe(201)
  const reader = await addReader(api, 'Titre')
  await convoke(api, reader.sapeur, 9, title)
  const { text } = await open(api, (await made(reader.email)).adresse)
  expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
  expect(text).not.toMatch(/^X-EVIL/m)
})

describe('who tries unknown addresses', () => {
  // These servers are asked nothing else.
  const asked = useDataApi({ FAILURES_ALLOWED: '50' }, api.database)
  const guess = (n: number) => `/ics/hs.${String(n).padStart(43, 'g')}.ics`

  it('must wait after as many as passwords, but not for asking the same one again', async () => {
    for (let n = 0; n < 60; n++) expect((await open(asked, guess(0))).status).toBe(404)
    const statuses = []
    for (let n = 1; n <= 50; n++) statuses.push((await open(asked, guess(n))).status)
    expect(statuses.at(-1)).toBe(429)
    const { headers, status } = await open(asked, adresse)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})

it('who is no sapeur and may read no exercices learns of none that were removed', async () => {
  const id = await convoke(api, moi.sapeur, 12, 'Exercice retiré')
  await sql('delete from app.exercices where id = $1', [id])
  const seenBy = async (permissions: string[], sapeur: number | null) =>
    asSomeone(await api.database.as('api'), { sis: 'hs', permissions }, async (client) => {
      const { rows } = await client.query('select r from app.exercices_retires($1) r', [sapeur])
      return rows.map(({ r }) => r.titre)
    })
  expect(await seenBy(['exercice.lecture'], null)).toContain('Exercice retiré')
  for (const sapeur of [null, moi.sapeur])
    for (const permissions of [[], ['intervention.lecture', 'sis.config']])
      expect(await seenBy(permissions, sapeur)).toEqual([])
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Door, openDoor } from '../support/door.ts'
import { useServers } from '../support/servers.ts'
import { accountOf, headingOf, invitationToken, newcomer, tokenOf, visit } from './pages_fixture.ts'

const database = useDatabase()
const strict = useServers(database, {
  REGISTRATION: 'invitation',
  MAILS_PER_HOUR: '2',
  PASSWORD_MIN_LENGTH: '12',
})
let door: Door
beforeAll(async () => {
  door = await openDoor(() => Number(new URL(database.urls.api).port))
})
afterAll(() => door.shut())
const away = useServers({
  ...database,
  get urls() {
    return { ...database.urls, auth: door.through(database.urls.auth) }
  },
})
const broken = useServers(database)

const typed = {
  name: 'Ada Neuve',
  email: 'ada@example.org',
  password: 'un nouveau mot',
  password_confirmation: 'un nouveau mot',
}

describe('a refusal', () => {
  it('appears above the form, which keeps typed text: no invitation, then too many attempts', async () => {
    const url = `${strict.urls().auth}/inscription`
    const closed = await visit(url, typed)
    expect([closed.status, headingOf(closed)]).toEqual([403, 'Ouvrez votre compte Caserne'])
    expect(closed.html).toContain(
      '<div role="alert"><p class="fault">Les inscriptions sont fermées : il faut une invitation</p></div>',
    )
    expect(closed.html).toContain('value="ada@example.org"')
    const token = await invitationToken(database)
    expect((await visit(url, { ...typed, token })).status).toBe(200)
    const tooMany = await visit(url, { ...typed, email: 'ada.2@example.org' })
    expect(tooMany.status).toBe(429)
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect(tooMany.html).toContain('<p class="fault">Trop de tentatives : réessayez plus tard</p>')
    expect(tooMany.html).toContain('value="Ada Neuve"')
    expect(await accountOf(database, 'ada.2@example.org')).toBeNull()
  })

  it('of a password names the configured number of characters', async () => {
    const url = `${strict.urls().auth}/reset-mdp`
    const token = await tokenOf(database, 'reinitialisation', await newcomer(database))
    expect((await visit(`${url}?token=${token}`)).html).toContain(
      '<p class="hint" id="password-hint">Au moins 12 caractères.</p>',
    )
    const refused = await visit(url, { token, password: 'onze signes', password_confirmation: 'onze signes' })
    expect(refused.html).toContain(
      '<p class="fault">Le mot de passe doit compter au moins 12 caractères.</p>',
    )
  })

  it('is a page while the database is away, with the advice to try again', async () => {
    door.shut()
    const shown = await visit(`${away.urls().auth}/confirmation`, { token: 'abc' })
    expect([shown.status, shown.headers.get('retry-after')]).toEqual([503, '5'])
    expect(shown.html).toContain('<p class="fault">Service momentanément indisponible</p>')
    expect(shown.html).toContain('name="token" value="abc"')
    await expect.poll(away.log).toContain('"msg":"request refused"')
  })
})

describe('an internal error', () => {
  it('is answered as everywhere, with a reference that is in the log', async () => {
    const owner = await database.as('owner')
    await owner.query('alter function auth.confirm_email(bytea) rename to no_confirm_email')
    const { status, html } = await visit(`${broken.urls().auth}/confirmation`, { token: 'abc' })
    await owner.query('alter function auth.no_confirm_email(bytea) rename to confirm_email')
    const answer = JSON.parse(html)
    expect([status, answer.error]).toEqual([500, 'Erreur interne'])
    expect(broken.log()).toContain(answer.reference)
  })
})

it('leaves no token, password or address in the log', async () => {
  const token = await tokenOf(database, 'reinitialisation', await newcomer(database))
  const url = `${broken.urls().auth}/reset-mdp`
  await visit(`${url}?token=${token}`)
  await visit(url, { token, password: 'court-42', password_confirmation: 'autre-42' })
  await visit(url, { token, password: 'quelque chose', password_confirmation: 'quelque chose' })
  expect(broken.log()).toContain('"msg":"request"')
  for (const secret of [token, 'court-42', 'autre-42', 'quelque chose', '?token='])
    expect(broken.log()).not.toContain(secret)
})

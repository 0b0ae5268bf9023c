import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { accountOf, headingOf, invitationToken, newcomer, tokenOf, visit } from './pages_fixture.ts'

const database = useDatabase()
const servers = useServers(database)
const elsewhere = useServers(database, { APP_URL: 'https://app.example.org' })
const both = ['data', 'auth'] as const
const paths = ['confirmation', 'reset-mdp', 'inscription']
const at = (path: string) => `${servers.urls().auth}/${path}`

const policy =
  /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/

describe('a page', () => {
  it.each(paths)('is shown by both servers, and may load, run and reveal nothing: /%s', async (path) => {
    for (const server of both) {
      const shown = await visit(`${servers.urls()[server]}/${path}?token=abc`)
      expect(shown.status).toBe(200)
      expect(shown.html).toMatch(/^<!doctype html>\n<html lang="fr">/)
      const { headers } = shown
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('content-security-policy')).toMatch(policy)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('set-cookie')).toBeNull()
      expect(shown.html).not.toMatch(/<script|\bon\w+=|\b(src|href)=/i)
    }
  })

  it.each(paths)('has its own HEAD, and no other method: /%s', async (path) => {
    const head = await visit(at(`${path}?token=abc`), undefined, 'HEAD')
    expect([head.status, head.html]).toEqual([200, ''])
    expect(head.headers.get('content-security-policy')).toMatch(policy)
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const refused = await visit(at(path), undefined, method)
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
      expect(refused.html).toContain('<p>Méthode non autorisée</p>')
    }
  })

  it.each(paths)('is left to the application if there is one: /%s', async (path) => {
    for (const server of both) {
      const { status, html } = await visit(`${elsewhere.urls()[server]}/${path}?token=abc`)
      expect([status, JSON.parse(html)]).toEqual([404, { error: 'Ressource inconnue' }])
    }
  })

  it('changes nothing when it is shown, however often', async () => {
    const email = await newcomer(database)
    const confirmation = await tokenOf(database, 'confirmation', email)
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await visit(at(`confirmation?token=${confirmation}`), undefined, method)).status).toBe(200)
    expect(await accountOf(database, email)).toMatchObject({ verified: false })
    expect((await visit(at('confirmation'), { token: confirmation })).status).toBe(200)
    expect(await accountOf(database, email)).toMatchObject({ verified: true })
  })

  it.each(['confirmation', 'reset-mdp'])('reports an incomplete link: /%s', async (path) => {
    for (const query of ['', '?token=', '?token=a&token=b', '?token[x]=a']) {
      const shown = await visit(at(path + query))
      expect([shown.status, headingOf(shown)]).toEqual([400, 'Ce lien est incomplet'])
    }
    expect((await visit(at(path), {})).status).toBe(400)
  })

  it('shows the text of its address as text', async () => {
    const { html } = await visit(at(`reset-mdp?token=${encodeURIComponent('"><script>alert(1)</script>')}`))
    expect(html).toContain('name="token" value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(html).not.toContain('<script')
  })

  it('refuses a form that is too large, and reads no other type', async () => {
    const large = await visit(at('confirmation'), { token: 'x'.repeat(20_000) })
    expect([large.status, headingOf(large)]).toEqual([413, 'Cela n’a pas été possible'])
    const headers = { 'content-type': 'application/json', connection: 'close' }
    const json = await fetch(at('confirmation'), { method: 'POST', headers, body: '{"token":"abc"}' })
    expect(json.status).toBe(400)
    await json.text()
  })
})

describe('the page that confirms an e-mail', () => {
  it('confirms it once', async () => {
    const email = await newcomer(database)
    const token = await tokenOf(database, 'confirmation', email)
    const done = await visit(at('confirmation'), { token })
    expect([done.status, headingOf(done)]).toEqual([200, 'Votre adresse est confirmée'])
    const again = await visit(at('confirmation'), { token })
    expect([again.status, headingOf(again)]).toEqual([410, 'Ce lien n’est plus valable'])
    expect(again.html).toContain('si vous venez de confirmer votre adresse, c’est fait')
  })

  it('explains what to do about a link that is unknown, expired, or for another purpose', async () => {
    const email = await newcomer(database)
    const old = await tokenOf(database, 'confirmation', email, '-1 second')
    const other = await tokenOf(database, 'reinitialisation', email)
    for (const token of ['abc', old, other]) {
      const shown = await visit(at('confirmation'), { token })
      expect(shown.status).toBe(410)
      expect(shown.html).toContain('demandez un nouveau message de confirmation')
    }
    expect(await accountOf(database, email)).toMatchObject({ verified: false })
  })
})

describe('the page for a new password', () => {
  const password = 'un nouveau mot'

  it('changes it once', async () => {
    const email = await newcomer(database)
    const token = await tokenOf(database, 'reinitialisation', email)
    const form = { token, password, password_confirmation: password }
    const done = await visit(at('reset-mdp'), form)
    expect([done.status, headingOf(done)]).toEqual([200, 'Votre mot de passe est changé'])
    const login = (text: string) =>
      servers.auth('/api/v1/login', { method: 'POST', body: { email, password: text } })
    expect((await login(password)).status).toBe(200)
    expect((await login('caserne-demo')).status).toBe(401)
    const again = await visit(at('reset-mdp'), form)
    expect([again.status, headingOf(again)]).toEqual([410, 'Ce lien n’est plus valable'])
    expect(again.html).toContain('« Mot de passe oublié »')
  })

  it.each([
    ['too short', 'court', 'court', 'Le mot de passe doit compter au moins 8 caractères.'],
    ['too long', 'é'.repeat(37), 'é'.repeat(37), 'Le mot de passe ne doit pas dépasser 72 octets.'],
    ['different in the repetition', password, 'un autre mot', 'Les deux mots de passe sont différents.'],
    ['absent', '', '', 'Le mot de passe doit compter au moins 8 caractères.'],
  ])(
    'refuses one that is %s; the link stays valid, and the password is not shown again',
    async (_, first, second, sentence) => {
      const email = await newcomer(database)
      const token = await tokenOf(database, 'reinitialisation', email)
      const refused = await visit(at('reset-mdp'), { token, password: first, password_confirmation: second })
      expect([refused.status, headingOf(refused)]).toEqual([422, 'Choisissez un nouveau mot de passe'])
      expect(refused.html).toContain(`<p class="fault">${sentence}</p>`)
      expect(refused.html).toContain(`name="token" value="${token}"`)
      expect(refused.html.match(/value="/g)).toHaveLength(1)
      const form = { token, password, password_confirmation: password }
      expect((await visit(at('reset-mdp'), form)).status).toBe(200)
    },
  )
})

describe('the page for a new account', () => {
  const typed = { name: 'Ada Neuve', password: 'un nouveau mot', password_confirmation: 'un nouveau mot' }

  it('opens it, signs nobody in, and has a confirmation mailed', async () => {
    const email = 'ada.1@example.org'
    const done = await visit(at('inscription'), { ...typed, email })
    expect([done.status, headingOf(done)]).toEqual([200, 'Votre compte est ouvert'])
    expect(done.html).toContain(`envoyé à ${email}`)
    expect(await accountOf(database, email)).toEqual({
      name: 'Ada Neuve',
      verified: false,
      roles: [],
      sessions: 0,
    })
    const admin = await database.as('admin')
    const jobs = await admin.query(
      'select payload from graphile_worker._private_jobs where payload ->> $1 = $2',
      ['email', email],
    )
    expect(jobs.rows).toEqual([{ payload: { genre: 'confirmation', email } }])
  })

  it('gives the roles of an invitation, once', async () => {
    const token = await invitationToken(database)
    expect((await visit(at(`inscription?token=${token}`))).html).toContain('utilisez-y cette invitation')
    expect((await visit(at('inscription'), { ...typed, email: 'ada.2@example.org', token })).status).toBe(200)
    expect(await accountOf(database, 'ada.2@example.org')).toMatchObject({ roles: ['Consultation'] })
    const again = await visit(at('inscription'), { ...typed, email: 'ada.3@example.org', token })
    expect(again.status).toBe(422)
    expect(again.html).toContain('<p class="fault">Cette invitation n’est pas valable, ou ne l’est plus.</p>')
    expect(await accountOf(database, 'ada.3@example.org')).toBeNull()
  })

  it.each([
    ['a name', { name: ' ' }, 'name', 'Ce champ est obligatoire.'],
    [
      'a name of acceptable length',
      { name: 'a'.repeat(256) },
      'name',
      'Ce champ ne doit pas dépasser 255 caractères.',
    ],
    ['an e-mail', { email: '' }, 'email', 'Ce champ est obligatoire.'],
    ['a valid e-mail', { email: 'ada@' }, 'email', 'Cette adresse e-mail n’est pas valable.'],
    ['an unused e-mail', { email: 'CHEF@example.org' }, 'email', 'Cette adresse e-mail est déjà utilisée.'],
    [
      'a password different from the e-mail',
      { password: 'ada.4@example.org', password_confirmation: 'ada.4@example.org' },
      'password',
      'Le mot de passe ne doit être ni l’adresse e-mail ni le nom.',
    ],
    [
      'the same password twice',
      { password_confirmation: 'x' },
      'password_confirmation',
      'Les deux mots de passe sont différents.',
    ],
  ])('requires %s, and shows the fault beside the field', async (_, change, field, sentence) => {
    const form = { ...typed, email: 'ada.4@example.org', ...change }
    const refused = await visit(at('inscription'), form)
    expect(refused.status).toBe(422)
    expect(refused.html).toContain(`<div id="${field}-fault"><p class="fault">${sentence}</p></div>`)
    expect(refused.html.match(/aria-invalid="true"/g)).toHaveLength(1)
    expect(refused.html).toContain(
      ` name="name" type="text" autocomplete="name" required maxlength="255" value="${form.name}"`,
    )
    expect(refused.html).toContain(`value="${form.email}"`)
    expect(refused.html).not.toContain('un nouveau mot')
    expect(await accountOf(database, 'ada.4@example.org')).toBeNull()
  })

  it('shows typed text as text', async () => {
    const refused = await visit(at('inscription'), {
      ...typed,
      name: '"><script>alert(1)</script>',
      email: 'x',
    })
    expect(refused.html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  })
})

import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { waitingMails } from '../support/mail_readback.ts'
import { doors, useServers } from '../support/servers.ts'
import { makeAccount } from '../support/users.ts'

const database = useDatabase()
const servers = useServers(database)
const closed = useServers(database, { REGISTRATION: 'invitation' })

const password = 'un mot de passe'
const register = (body: object) => servers.post('/register', { name: 'Nina', password, ...body })
const taken = { status: 422, body: { error: { email: ['Cette adresse e-mail est déjà utilisée.'] } } }
const required = ['Ce champ est obligatoire.']

describe('a registration', () => {
  it.each(doors)('at the %s server under %s signs a new account in', async (server, prefix) => {
    const email = `nina.${server}${prefix.length}@example.org`
    const body = { name: 'Nina Neuve', email, password, password_confirmation: password }
    const answer = await servers[server](`${prefix}/register`, { method: 'POST', body })
    expect(answer.status).toBe(201)
    const utc = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    const id = expect.any(Number)
    expect(answer.body).toEqual({
      message: 'Successful login',
      accessToken: expect.any(String),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      user: { id, name: 'Nina Neuve', email, email_verified_at: null, created_at: utc, updated_at: utc },
    })
    expect(decodeJwt(answer.body.accessToken).data).toEqual({
      id: answer.body.user.id,
      admin: false,
      validated: false,
      pseudo: 'Nina Neuve',
      email,
      permissions: {},
      mobiles: [],
      sapeurs: {},
    })
    const headers = { authorization: `Bearer ${answer.body.accessToken}` }
    expect((await servers.auth('/api/v1/me', { headers })).body).toEqual({ data: answer.body.user })
    expect((await servers.post('/refresh-token', { token: answer.body.refreshToken })).status).toBe(200)
    expect((await servers.logIn(email, password)).status).toBe(200)
  })

  it('has a confirmation mailed', async () => {
    await register({ email: 'Courrier@example.org' })
    expect(await waitingMails(database)).toContainEqual({
      genre: 'confirmation',
      email: 'courrier@example.org',
    })
  })

  it('trims name and e-mail, and keeps the spaces of a password', async () => {
    const body = { name: '  Élise de l’Étang\t', email: ' Elise@Example.org \n', password: '  des espaces  ' }
    const { user } = (await register(body)).body
    expect([user.name, user.email]).toEqual(['Élise de l’Étang', 'Elise@Example.org'])
    expect((await servers.logIn('elise@example.org', '  des espaces  ')).status).toBe(200)
    expect((await servers.logIn('elise@example.org', 'des espaces')).status).toBe(401)
  })

  it.each([
    ['quotes', `O'Neill "le chef"; drop table auth.users; --`],
    ['HTML', '<script>alert(1)</script><b>Gras</b> &amp; co'],
    ['characters of all kinds', '消防士 🚒 \\ %s $1 {{name}}'],
    ['255 characters', 'é'.repeat(255)],
  ])('keeps a name with %s unchanged', async (what, name) => {
    const email = `${what.replaceAll(' ', '.')}@example.org`
    const { status, body } = await register({ name, email })
    expect([status, body.user.name]).toEqual([201, name])
    expect(decodeJwt(body.accessToken).data).toMatchObject({ pseudo: name })
  })

  it('ignores unknown keys', async () => {
    const extras = { admin: true, is_admin: true, id: 1, email_verified_at: '2026-01-01', permissions: {} }
    const { status, body } = await register({ email: 'extra@example.org', ...extras })
    expect([status, body.user.email_verified_at]).toEqual([201, null])
    expect(decodeJwt(body.accessToken).data).toMatchObject({
      admin: false,
      validated: false,
      permissions: {},
    })
  })

  it('needs no repetition of the password, and no token: null counts as absent', async () => {
    const none = { password_confirmation: null, token: null }
    expect((await register({ email: 'sans@example.org', ...none })).status).toBe(201)
  })
})

describe('every fault', () => {
  const short = ['Le mot de passe doit compter au moins 8 caractères.']
  const bad = ['Cette invitation n’est pas valable, ou ne l’est plus.']
  const different = ['Les deux mots de passe sont différents.']

  it('is reported at once: of form, of a rule, and of existing accounts', async () => {
    await makeAccount(database, { email: 'deja@example.org' })
    const faulty = { name: '', email: 'Deja@example.org', password: 'court', token: 'x' }
    const { status, body } = await register({ ...faulty, password_confirmation: 'autre' })
    const ofAccounts = { email: ['Cette adresse e-mail est déjà utilisée.'], token: bad }
    const error = { name: required, ...ofAccounts, password: short, password_confirmation: different }
    expect([status, body]).toEqual([422, { error }])
    const named = await register({ ...faulty, name: 'Nina' })
    expect([named.status, named.body]).toEqual([422, { error: { ...ofAccounts, password: short } }])
  })

  it('of existing accounts is reported even when fields are missing', async () => {
    expect((await servers.post('/register', { password: 'court' })).body).toEqual({
      error: { name: required, email: required, password: short },
    })
    expect((await servers.post('/register', { token: 'x', email: 'nina' })).body).toEqual({
      error: {
        name: required,
        email: ['Le format n’est pas valide (email).'],
        password: required,
        token: bad,
      },
    })
    const own = { name: 'Nina Neuve', email: '', password: 'nina neuve' }
    expect((await register(own)).body.error.password).toEqual([
      'Le mot de passe ne doit être ni l’adresse e-mail ni le nom.',
    ])
  })

  it('in the repetition of the password alone prevents the account', async () => {
    const repeated = { email: 'repetee@example.org', password_confirmation: 'autre' }
    expect((await register(repeated)).body).toEqual({ error: { password_confirmation: different } })
    expect((await servers.logIn('repetee@example.org', password)).status).toBe(401)
  })

  it('is reported without a body, or without its type', async () => {
    const error = { name: required, email: required, password: required }
    for (const headers of [{}, { 'content-type': '' }]) {
      const response = await fetch(`${servers.urls().auth}/api/v1/register`, { method: 'POST', headers })
      expect([response.status, await response.json()]).toEqual([422, { error }])
    }
  })
})

describe('an e-mail', () => {
  it('of an account is refused, in any case, and the account keeps its password', async () => {
    await makeAccount(database, { email: 'prise@example.org' })
    for (const email of ['prise@example.org', ' PRISE@example.ORG '])
      expect(await register({ email })).toMatchObject(taken)
    expect((await servers.logIn('prise@example.org')).status).toBe(200)
  })

  it('is accepted once in simultaneous registrations', async () => {
    const emails = ['course@example.org', 'Course@example.org', 'COURSE@example.org', 'course@Example.org']
    const answers = await Promise.all(emails.map((email) => register({ email })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    expect(answers.filter(({ status }) => status === 422)).toMatchObject([taken, taken, taken])
  })

  it.each([
    'nina',
    'nina@',
    '@example.org',
    'nina@example',
    'nina neuve@example.org',
    'a@b.ch, c@d.ch',
    'a@b.ch\0',
  ])('%j is refused for its format', async (email) => {
    expect(await register({ email })).toMatchObject({
      status: 422,
      body: { error: { email: ['Le format n’est pas valide (email).'] } },
    })
  })
})

describe('input', () => {
  it('is refused with all faulty fields named', async () => {
    expect(await servers.post('/register', {})).toMatchObject({
      status: 422,
      body: { error: { name: required, email: required, password: required } },
    })
    expect((await register({ name: '   ', email: '', password: '' })).body).toEqual({
      error: {
        name: required,
        email: [...required, 'Le format n’est pas valide (email).'],
        password: required,
      },
    })
  })

  it('is refused when too long or of another type', async () => {
    const tooLong = (most: number) => [`Ce champ ne doit pas dépasser ${most} caractères.`]
    const email = `${'x'.repeat(64)}@${'y'.repeat(60)}.${'y'.repeat(60)}.${'y'.repeat(60)}.${'y'.repeat(6)}.ch`
    const long = {
      name: 'é'.repeat(256),
      email,
      password: 'x'.repeat(1025),
      password_confirmation: 'x'.repeat(1025),
    }
    expect((await register({ ...long, token: 'x'.repeat(1025) })).body).toEqual({
      error: {
        name: tooLong(255),
        email: tooLong(255),
        password: tooLong(1024),
        password_confirmation: tooLong(1024),
        token: tooLong(1024),
      },
    })
    const text = ['Ce champ doit être un texte.']
    expect((await register({ name: 1, email: ['a@b.ch'], password: { length: 12 } })).body).toEqual({
      error: { name: text, email: text, password: text },
    })
  })

  it('may contain no NUL, which the database cannot store', async () => {
    const format = ['Le format n’est pas valide.']
    const body = { name: 'Nina\0', email: 'nul@example.org', password: 'mot de\0passe' }
    expect(await register(body)).toMatchObject({
      status: 422,
      body: { error: { name: format, password: format } },
    })
  })

  it('with a different repetition of the password is refused', async () => {
    const body = { email: 'deux@example.org', password_confirmation: 'Un mot de passe' }
    expect(await register(body)).toMatchObject({
      status: 422,
      body: { error: { password_confirmation: ['Les deux mots de passe sont différents.'] } },
    })
    expect((await servers.logIn('deux@example.org', password)).status).toBe(401)
  })
})

it('a registration without a required invitation (REGISTRATION=invitation) is refused, and leaves nothing behind', async () => {
  const before = await waitingMails(database)
  const body = { name: 'Nina', email: 'fermee@example.org', password }
  for (const [server, prefix] of doors)
    expect(await closed[server](`${prefix}/register`, { method: 'POST', body })).toMatchObject({
      status: 403,
      body: { error: 'Les inscriptions sont fermées : il faut une invitation' },
    })
  expect((await closed.logIn('fermee@example.org', password)).status).toBe(401)
  expect(await waitingMails(database)).toEqual(before)
})

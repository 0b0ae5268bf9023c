import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, refresh, signIn } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import {
  idOf,
  look,
  mailsQueued,
  makeAccount,
  makeInvitation,
  makeRole,
  makeToken,
  roleOf,
} from '../support/users.ts'

const database = useDatabase()

const usual = {
  name: 'Léa Zwahlen',
  email: 'lea@example.org',
  password: 'mot de passe',
  invitation: null as Buffer | null,
  closed: false,
  refused: false,
  hash: randomBytes(32),
}

async function register(changes: Partial<typeof usual> = {}, client?: pg.Client) {
  const { name, email, password, invitation, closed, hash, refused } = {
    ...usual,
    hash: randomBytes(32),
    ...changes,
  }
  const auth = client ?? (await database.as('auth'))
  return await call(
    auth,
    'register',
    name,
    email,
    password,
    invitation,
    closed,
    8,
    4,
    hash,
    'vitest',
    refused,
  )
}

beforeAll(() => makeAccount(database, { email: 'Lea@example.org' }))

const accounts = () => look(database, 'select count(*)::integer from auth.users')
const rolesOf = async (email: string) => {
  const { rows } = await (await database.as('owner')).query(
    `select r.sis_key || ' ' || r.nom as nom
       from auth.user_roles ur join auth.roles r on r.sis_key = ur.sis_key and r.id = ur.role_id
      where ur.user_id = $1 order by 1`,
    [await idOf(database, email)],
  )
  return rows.map(({ nom }) => nom)
}

describe('a registration', () => {
  it('makes an unverified account without rights, signs it in, and mails a confirmation', async () => {
    const hash = randomBytes(32)
    const session = await register({ name: ' Léa Zwahlen ', email: ' Neuve@example.org', hash })
    expect(session).toMatchObject({
      user: { name: 'Léa Zwahlen', email: 'Neuve@example.org', email_verified_at: null },
      claims: { admin: false, validated: false, permissions: {}, sapeurs: {}, mobiles: [] },
    })
    expect(await refresh(database, hash)).not.toBeNull()
    await signIn(database, 'neuve@example.org', { password: 'mot de passe' })
    expect(await mailsQueued(database)).toContainEqual({ genre: 'confirmation', email: 'neuve@example.org' })
    expect(
      await look(database, 'select password_hash from auth.users where id = $1', [session.user.id]),
    ).toMatch(/^\$2a\$04\$/)
  })

  it.each(['lea@example.org', 'LEA@EXAMPLE.ORG', ' Lea@Example.org '])(
    'with an address already in use is refused, in any case: %j',
    async (email) => {
      const [before, mails] = [await accounts(), await mailsQueued(database)]
      expect(await register({ email })).toEqual({
        faults: { email: ['Cette adresse e-mail est déjà utilisée.'] },
      })
      expect([await accounts(), await mailsQueued(database)]).toEqual([before, mails])
    },
  )

  it('of one address twice at the same time makes one account', async () => {
    const other = new pg.Client(database.urls.auth)
    await other.connect()
    const auth = await database.as('auth')
    const answers = await Promise.all(
      [auth, other].map((client) => register({ email: 'double@example.org' }, client)),
    )
    await other.end()
    // Timing decides whether a registration learns of the other before the insert or by it.
    expect(answers.filter((answer) => answer.user === undefined)).toEqual([
      expect.toSatisfy((answer: unknown) => JSON.stringify(answer).includes('déjà utilisée')),
    ])
  })
})

describe('a password', () => {
  const short = { faults: { password: ['Le mot de passe doit compter au moins 8 caractères.'] } }
  const long = { faults: { password: ['Le mot de passe ne doit pas dépasser 72 octets.'] } }
  const plain = { faults: { password: ['Le mot de passe ne doit être ni l’adresse e-mail ni le nom.'] } }

  it.each([
    ['', short],
    ['sept777', short],
    ['ééééééé', short],
    ['a'.repeat(73), long],
    [`${'é'.repeat(36)}a`, long],
    ['courte@example.org', plain],
    [' COURTE@example.ORG ', plain],
    ['Jean Faible', plain],
    ['JEAN FAIBLE', plain],
  ])('%j is refused, and leaves no account', async (password, refusal) => {
    const before = await accounts()
    expect(await register({ name: 'Jean Faible', email: 'courte@example.org', password })).toEqual(refusal)
    expect(await accounts()).toBe(before)
  })

  it.each(['huit-888', 'éééééééé', 'a'.repeat(72), 'é'.repeat(36), '        ', 'mot "de\' passe $1 \\'])(
    '%j is accepted',
    async (password) => {
      const email = `${randomBytes(4).toString('hex')}@example.org`
      expect(await register({ email, password })).toMatchObject({ user: { email } })
      await signIn(database, email, { password })
    },
  )
})

describe('an invitation', () => {
  const bad = { faults: { token: ['Cette invitation n’est pas valable, ou ne l’est plus.'] } }

  it('gives a new account its roles, once', async () => {
    const roles = [await roleOf(database, 'hs', 'Consultation'), await roleOf(database, 'hs', 'Instruction')]
    const invitation = await makeInvitation(database, 'hs', roles)
    const session = await register({ email: 'invitee@example.org', invitation })
    expect(session.claims.permissions.hs).toContain('exercice.modification')
    expect(await rolesOf('invitee@example.org')).toEqual(['hs Consultation', 'hs Instruction'])
    const before = await accounts()
    expect(await register({ email: 'seconde@example.org', invitation })).toEqual(bad)
    expect(await accounts()).toBe(before)
  })

  it.each(['unknown', 'expired', 'taken back'])(
    'that is %s is refused, and leaves no account',
    async (what) => {
      const role = await roleOf(database, 'hs', 'Consultation')
      const invitation = await makeInvitation(database, 'hs', [role], {
        valid: what === 'expired' ? '0' : '1 hour',
      })
      if (what === 'taken back')
        await look(database, 'delete from auth.invitations where id = (select max(id) from auth.invitations)')
      const token = what === 'unknown' ? randomBytes(32) : invitation
      const before = await accounts()
      expect(await register({ email: 'refusee@example.org', invitation: token })).toEqual(bad)
      expect(await accounts()).toBe(before)
    },
  )

  it('is not accepted as a token of another kind', async () => {
    const hash = await makeToken(database, 'confirmation', await idOf(database, 'nouveau@example.org'))
    expect(await register({ email: 'refusee@example.org', invitation: hash })).toEqual(bad)
  })

  it('with a deleted role gives its remaining roles', async () => {
    const [gone, left] = [
      await makeRole(database, 'hs', 'Éphémère', ['sis.config']),
      await roleOf(database, 'hs', 'Consultation'),
    ]
    const [both, one] = [
      await makeInvitation(database, 'hs', [gone, left]),
      await makeInvitation(database, 'hs', [gone]),
    ]
    await look(database, 'delete from auth.roles where id = $1', [gone])
    await register({ email: 'reste@example.org', invitation: both })
    expect(await rolesOf('reste@example.org')).toEqual(['hs Consultation'])
    expect(await register({ email: 'rien@example.org', invitation: one })).toEqual({
      faults: { token: ['Cette invitation n’est pas valable, ou ne l’est plus.'] },
    })
  })

  it('is not used up by a failed registration', async () => {
    const invitation = await makeInvitation(database, 'hs', [await roleOf(database, 'hs', 'Consultation')])
    expect(await register({ email: 'faible@example.org', password: 'court', invitation })).toMatchObject({
      faults: { password: [expect.any(String)] },
    })
    expect(await register({ email: 'lea@example.org', invitation })).toMatchObject({
      faults: { email: [expect.any(String)] },
    })
    expect(await register({ email: 'faible@example.org', invitation })).toMatchObject({
      user: { email: 'faible@example.org' },
    })
  })

  it('is required where registration is closed, and checked before anything else', async () => {
    const closed = 'PT403 Les inscriptions sont fermées : il faut une invitation'
    expect(await register({ email: 'fermee@example.org', closed: true })).toBe(closed)
    expect(await register({ email: 'lea@example.org', password: '', closed: true })).toBe(closed)
    expect(
      await register({ email: 'fermee@example.org', closed: true, invitation: randomBytes(32) }),
    ).toEqual(bad)
    const invitation = await makeInvitation(database, 'test', [
      await roleOf(database, 'test', 'Consultation'),
    ])
    expect(await register({ email: 'fermee@example.org', closed: true, invitation })).toMatchObject({
      claims: { permissions: { test: ['exercice.lecture', 'intervention.lecture', 'sapeur.lecture'] } },
    })
  })
})

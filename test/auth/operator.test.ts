import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { call, refresh, signIn } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { idOf, look, mailsQueued, makeAccount, makeRole } from '../support/users.ts'

const database = useDatabase()

const operate = async (name: string, ...values: unknown[]) =>
  call(await database.as('owner'), name, ...values)
const someone = () => `essai.${randomBytes(4).toString('hex')}@example.org`

describe('create_user', () => {
  const create = async (changes: object = {}) => {
    const { name, email, password, admin, hash } = {
      name: 'Jean Essai',
      email: someone(),
      password: 'mot de passe',
      admin: false,
      hash: null,
      ...changes,
    }
    return { email, answer: await operate('create_user', name, email, password, admin, hash, 8, 4) }
  }

  it('makes an account with a verified e-mail, and mails nothing', async () => {
    const mails = await mailsQueued(database)
    const { email, answer } = await create()
    expect(answer).toBe(String(await idOf(database, email)))
    const row = 'jsonb_build_array(name, is_admin, email_verified_at is not null, disabled_at)'
    expect(await look(database, `select ${row} from auth.users where email = $1`, [email])).toEqual([
      'Jean Essai',
      false,
      true,
      null,
    ])
    await signIn(database, email, { password: 'mot de passe' })
    expect(await mailsQueued(database)).toEqual(mails)
  })

  it('makes an administrator', async () => {
    const { email } = await create({ admin: true })
    expect(await look(database, 'select is_admin from auth.users where email = $1', [email])).toBe(true)
  })

  it('makes an account without a password, and a token to choose one within an hour', async () => {
    const hash = createHash('sha256').update('jeton').digest()
    const { email, answer } = await create({ password: null, hash })
    for (const password of ['', '!', 'jeton'])
      await expect(signIn(database, email, { password })).rejects.toThrow('cannot sign in')
    expect(
      await look(
        database,
        `select jsonb_build_array(genre, user_id::text, expires_at > now() + interval '59 minutes', expires_at <= now() + interval '1 hour')
           from auth.tokens where token_hash = $1`,
        [hash],
      ),
    ).toEqual(['reinitialisation', answer, true, true])
    expect(await call(await database.as('auth'), 'reset_password', hash, 'mot choisi', 8, 4)).toBe(email)
    await signIn(database, email, { password: 'mot choisi' })
  })

  it.each([
    [{ email: ' CHEF@example.org ' }, 'PT422 Cette adresse e-mail est déjà utilisée. (email)'],
    [{ password: 'court' }, 'PT422 Le mot de passe doit compter au moins 8 caractères. (password)'],
    [{ password: 'a'.repeat(73) }, 'PT422 Le mot de passe ne doit pas dépasser 72 octets. (password)'],
    [
      { password: 'jean essai' },
      'PT422 Le mot de passe ne doit être ni l’adresse e-mail ni le nom. (password)',
    ],
    [{ name: ' ' }, '23514'],
    [{ email: ' ' }, '23514'],
    [{ hash: Buffer.from('jeton') }, '23514'],
  ])('refuses %j, and leaves no account', async (changes, refusal) => {
    const count = () => look(database, 'select count(*)::integer from auth.users')
    const before = await count()
    expect((await create(changes)).answer).toBe(refusal)
    expect(await count()).toBe(before)
  })
})

describe('grant_role and revoke_role', () => {
  const rolesOf = (email: string) =>
    look(
      database,
      `select coalesce(jsonb_agg(r.sis_key || ' ' || r.nom), '[]') from auth.user_roles ur
         join auth.roles r on r.sis_key = ur.sis_key and r.id = ur.role_id
         join auth.users u on u.id = ur.user_id where u.email = $1`,
      [email],
    )

  it('give and revoke a role by e-mail, key and name, ignoring case and accents', async () => {
    const email = someone()
    await makeAccount(database, { email })
    await operate('grant_role', ` ${email.toUpperCase()} `, 'hs', 'comptabilite')
    await operate('grant_role', email, 'hs', 'Comptabilité')
    await operate('grant_role', email, 'test', "CHEF D'INTERVENTION")
    expect(await rolesOf(email)).toEqual(['hs Comptabilité', "test Chef d'intervention"])
    await operate('revoke_role', email, 'test', 'chef d intervention')
    expect(await rolesOf(email)).toEqual(['hs Comptabilité'])
  })

  it('refuse unknown names, and list the existing ones', async () => {
    const email = someone()
    await makeAccount(database, { email })
    await makeRole(database, 'test', 'Ailleurs', [])
    const unknown = 'PT404 Rôle inconnu : Ailleurs. hs a : Administration, '
    for (const name of ['grant_role', 'revoke_role']) {
      expect(await operate(name, 'inconnue@example.org', 'hs', 'Consultation')).toBe(
        'PT404 Compte inconnu : inconnue@example.org',
      )
      expect(await operate(name, email, 'nulle-part', 'Consultation')).toBe(
        'PT404 SIS inconnu : nulle-part (voyez : npm run caserne -- sis list)',
      )
      expect(await operate(name, email, '*', 'Consultation')).toBe(
        'PT404 SIS inconnu : * (voyez : npm run caserne -- sis list)',
      )
      expect((await operate(name, email, 'hs', 'Ailleurs')).slice(0, unknown.length)).toBe(unknown)
      expect(await operate(name, email, 'hs', '')).toMatch(/^PT404 Rôle inconnu : \. /)
    }
    expect(await operate('revoke_role', email, 'hs', 'consultation')).toBe(
      `PT404 ${email} n’a pas le rôle Consultation`,
    )
    expect(await rolesOf(email)).toEqual([])
  })
})

describe('set_admin and set_disabled', () => {
  it('make or unmake an administrator, and end their sessions', async () => {
    const email = someone()
    await makeAccount(database, { email })
    const session = await signIn(database, email)
    const isAdmin = () => look(database, 'select is_admin from auth.users where email = $1', [email])
    await operate('set_admin', email.toUpperCase(), true)
    expect(await isAdmin()).toBe(true)
    const next = await refresh(database, session)
    expect(next).not.toBeNull()
    await operate('set_admin', email, false)
    expect(await isAdmin()).toBe(false)
    expect(await refresh(database, next ?? session)).toBeNull()
  })

  it('disable an account, ending its sessions, and enable it again', async () => {
    const email = someone()
    await makeAccount(database, { email })
    const session = await signIn(database, email)
    await operate('set_disabled', email, true)
    await expect(signIn(database, email)).rejects.toThrow('cannot sign in')
    await operate('set_disabled', email, false)
    expect(await refresh(database, session)).toBeNull()
    await signIn(database, email)
  })

  it('refuse an unknown account', async () => {
    for (const name of ['set_admin', 'set_disabled'])
      expect(await operate(name, 'inconnue@example.org', true)).toBe(
        'PT404 Compte inconnu : inconnue@example.org',
      )
  })
})

describe('describe_users', () => {
  it('lists all accounts, or those of a SIS, with their roles in every SIS', async () => {
    const list: { email: string }[] = await operate('describe_users', 'test')
    expect(list).toEqual([
      {
        id: await idOf(database, 'autre@example.org'),
        email: 'autre@example.org',
        name: 'Pascal Aubry',
        admin: false,
        disabled: false,
        roles: { test: ['Administration'] },
      },
      {
        id: await idOf(database, 'commandant@example.org'),
        email: 'commandant@example.org',
        name: 'Ricarda Amsler',
        admin: false,
        disabled: false,
        roles: { hs: ['Administration'], test: ['Consultation'] },
      },
    ])
    const all: { email: string }[] = await operate('describe_users', null)
    expect(all.map(({ email }) => email)).toEqual(
      expect.arrayContaining(['admin@example.org', 'nouveau@example.org', 'sapeur@example.org']),
    )
    expect(await operate('describe_users', 'nulle-part')).toEqual([])
  })
})

it.each([
  'create_user',
  'grant_role',
  'revoke_role',
  'set_admin',
  'set_disabled',
  'describe_users',
  'find_user',
  'find_role',
])('%s is for the operator: no server and no worker may call it', async (name) => {
  const { rows } = await (await database.as('admin')).query(
    `select r.rolname
         from pg_proc p, pg_roles r
        where p.pronamespace = 'auth'::regnamespace and p.proname = $1 and r.rolname like 'caserne\\_%' and r.rolname <> 'caserne_owner'
          and has_function_privilege(r.oid, p.oid, 'execute')`,
    [name],
  )
  expect(rows).toEqual([])
})

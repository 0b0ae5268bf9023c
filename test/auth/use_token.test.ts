import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { askAs, asUser, call } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import {
  changeAccount,
  look,
  makeAccount,
  makeInvitation,
  makeRole,
  makeToken,
  roleOf,
} from '../support/users.ts'

const database = useDatabase()
const bad = 'PT422 Cette invitation n’est pas valable, ou ne l’est plus. (token)'
const lecture = ['exercice.lecture', 'intervention.lecture', 'sapeur.lecture']
let email = ''
let user = 0
beforeEach(async () => {
  email = `essai.${randomBytes(4).toString('hex')}@example.org`
  user = await makeAccount(database, { email, permissions: { hs: ['sis.config'] } })
})

const use = async (token: Buffer | null, id = user, client?: pg.Client) =>
  askAs(client ?? (await database.as('auth')), id, null, 'use_token', token)
const invite = async (sis = 'test', valid = '1 hour') =>
  makeInvitation(database, sis, [await roleOf(database, sis, 'Consultation')], { valid })

describe('an invitation', () => {
  it('adds its roles to those of the calling account, and answers like a login', async () => {
    const answer = await use(await invite())
    expect(answer).toMatchObject({ user: { id: user, email }, issued_at: expect.any(Number) })
    expect(answer.claims).toMatchObject({ id: user, permissions: { hs: ['sis.config'], test: lecture } })
  })

  it('records who took it and when, and keeps no token', async () => {
    await use(await invite())
    expect(
      await look(
        database,
        `select jsonb_build_array(i.used_by, i.used_at is not null, (select count(*) from auth.tokens t where t.invitation_id = i.id))
           from auth.invitations i order by i.id desc limit 1`,
      ),
    ).toEqual([user, true, 0])
  })

  it('is taken once, by the first account', async () => {
    const token = await invite()
    const second = await makeAccount(database, { email: `second.${email}` })
    const other = new pg.Client(database.urls.auth)
    await other.connect()
    const answers = await Promise.all([use(token), use(token, second, other)])
    await other.end()
    expect(answers.filter((answer) => answer === bad)).toHaveLength(1)
    expect(await use(token)).toBe(bad)
    expect(
      await look(
        database,
        "select count(*)::integer from auth.user_roles where sis_key = 'test' and user_id = any ($1::bigint[])",
        [[user, second]],
      ),
    ).toBe(1)
  })

  it('to a role already held changes nothing, and is still used up', async () => {
    await use(await invite())
    const again = await use(await invite())
    expect(again.claims.permissions.test).toEqual(lecture)
  })

  it('with a second mailed token invalidates that token too', async () => {
    const token = await invite()
    const mailed = randomBytes(32)
    await look(
      database,
      `insert into auth.tokens (token_hash, genre, sis_key, invitation_id, expires_at)
       select $1, genre, sis_key, invitation_id, expires_at from auth.tokens where token_hash = $2`,
      [mailed, token],
    )
    expect(await use(mailed)).toMatchObject({ user: { id: user } })
    expect(await use(token)).toBe(bad)
  })
})

describe('no invitation', () => {
  it('is found by an unknown or expired token, or by one of another kind', async () => {
    expect(await use(randomBytes(32))).toBe(bad)
    expect(await use(null)).toBe(bad)
    expect(await use(await invite('test', '0'))).toBe(bad)
    expect(await use(await makeToken(database, 'confirmation', user))).toBe(bad)
    expect(await use(await makeToken(database, 'reinitialisation', user))).toBe(bad)
  })

  it('is taken without a request, or by a disabled account; it stays open for another', async () => {
    const token = await invite()
    expect(await call(await database.as('auth'), 'use_token', token)).toBe('23502')
    await changeAccount(database, email, 'disabled_at = now()')
    expect(await use(token)).toBe('PT401 Accès refusé')
    await changeAccount(database, email, 'disabled_at = null')
    expect(await use(token)).toMatchObject({ user: { id: user } })
  })

  it('of another SIS can be taken inside a request of this one', async () => {
    const token = await invite('test')
    await asUser(await database.as('auth'), user, 'hs', async (ask) => {
      expect(await ask('use_token', token)).toBe(bad)
    })
    expect(await use(token)).toMatchObject({ user: { id: user } })
  })
})

describe('an invitation gives what its maker may still give when it is taken:', () => {
  const tout = [...lecture, 'utilisateur.tout']
  const maker = { id: 0, email: '' }
  beforeEach(async () => {
    maker.email = `gestion.${email}`
    maker.id = await makeAccount(database, { email: maker.email, permissions: { test: tout } })
  })
  const byMaker = async () =>
    makeInvitation(database, 'test', [await roleOf(database, 'test', 'Consultation')], { by: maker.id })
  const setRole = async (permissions: string[]) => {
    const role = await roleOf(database, 'test', maker.email)
    await look(database, 'delete from auth.role_permissions where role_id = $1', [role])
    await look(
      database,
      "insert into auth.role_permissions (sis_key, role_id, permission) select 'test', $1, unnest($2::text[])",
      [role, permissions],
    )
  }

  it.each([
    ['to give the role’s permission', ['intervention.lecture', 'sapeur.lecture', 'utilisateur.tout']],
    ['to manage users', lecture],
    ['to hold the permission themselves', []],
  ])('nothing without their right %s', async (_what, left) => {
    const token = await byMaker()
    await setRole(left)
    expect(await use(token)).toBe(bad)
    await setRole(tout)
    expect((await use(token)).claims.permissions.test).toEqual(lecture)
  })

  it('nothing when they are disabled or deleted', async () => {
    const token = await byMaker()
    await changeAccount(database, maker.email, 'disabled_at = now()')
    expect(await use(token)).toBe(bad)
    await look(database, 'delete from auth.users where id = $1', [maker.id])
    expect(await use(token)).toBe(bad)
  })

  it('nothing when the role now allows more than they may do', async () => {
    const role = await makeRole(database, 'test', `Grandit ${email}`, ['sapeur.lecture'])
    const token = await makeInvitation(database, 'test', [role], { by: maker.id })
    await look(
      database,
      "insert into auth.role_permissions (sis_key, role_id, permission) values ('test', $1, 'sis.config')",
      [role],
    )
    expect(await use(token)).toBe(bad)
  })

  it('everything while they are administrator, nothing afterwards', async () => {
    await changeAccount(database, maker.email, 'is_admin = true')
    await setRole([])
    const [first, second] = [await byMaker(), await byMaker()]
    expect(await use(first)).toMatchObject({ user: { id: user } })
    await changeAccount(database, maker.email, 'is_admin = false')
    expect(await use(second)).toBe(bad)
  })

  it('nothing in another SIS than theirs', async () => {
    const role = await roleOf(database, 'hs', 'Consultation')
    expect(await use(await makeInvitation(database, 'hs', [role], { by: maker.id }))).toBe(bad)
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { changeAccount, makeAccount } from '../support/users.ts'
import { patience, useCommands, usePrograms } from './command_fixture.ts'

const database = useDatabase()
const servers = useServers(database)
const settings = () => ({ DATABASE_URL: database.urls.admin })
const run = useCommands(settings)
const byProgram = usePrograms(settings)

const last = { code: 1, said: 'Il doit rester au moins un administrateur\n' }

/** The claims of a new token of the account, or the status of the refusal. */
async function claimsOf(email: string) {
  const { status, body } = await servers.auth('/api/v1/login', {
    method: 'POST',
    body: { email, password: 'caserne-demo' },
  })
  if (status !== 200) return status
  return JSON.parse(Buffer.from(body.accessToken.split('.')[1], 'base64url').toString()).data
}

describe('user grant and revoke', patience, () => {
  it('give and revoke a role in one SIS, whose name may be written without accents', async () => {
    await makeAccount(database, { email: 'roles@example.org' })
    const role = ['roles@example.org', '--sis', 'test', '--role', 'comptabilite']
    expect(await byProgram(['user', 'grant', ...role])).toEqual({
      code: 0,
      said: 'roles@example.org a le rôle comptabilite dans test.\n',
    })
    expect((await run(['user', 'grant', ...role])).code).toBe(0)
    const { permissions } = await claimsOf('roles@example.org')
    expect(Object.keys(permissions)).toEqual(['test'])
    expect(permissions.test).toContain('comptabilite.lecture')
    expect((await byProgram(['user', 'list', '--sis', 'test'])).said).toMatch(
      /^roles@example\.org +roles@example\.org +test : Comptabilité$/m,
    )

    expect(await byProgram(['user', 'revoke', ...role])).toEqual({
      code: 0,
      said: 'roles@example.org n’a plus le rôle comptabilite dans test.\n',
    })
    expect((await claimsOf('roles@example.org')).permissions).toEqual({})
    expect(await run(['user', 'revoke', ...role])).toEqual({
      code: 1,
      said: 'roles@example.org n’a pas le rôle Comptabilité\n',
    })
  })

  it('make an administrator, and demote them', async () => {
    await makeAccount(database, { email: 'chefs@example.org' })
    const admin = ['chefs@example.org', '--admin']
    expect(await run(['user', 'grant', ...admin])).toEqual({
      code: 0,
      said: 'chefs@example.org est administrateur.\n',
    })
    expect((await claimsOf('chefs@example.org')).admin).toBe(true)
    expect(await run(['user', 'revoke', ...admin])).toEqual({
      code: 0,
      said: 'chefs@example.org n’est plus administrateur.\n',
    })
    expect((await claimsOf('chefs@example.org')).admin).toBe(false)
  })

  it.each([
    ['grant', 'personne@example.org', 'hs', 'Consultation', /^Compte inconnu : personne@example\.org$/],
    [
      'revoke',
      'chef@example.org',
      'nulle-part',
      'Consultation',
      /^SIS inconnu : nulle-part \(voyez : npm run caserne -- sis list\)$/,
    ],
    [
      'grant',
      'chef@example.org',
      'hs',
      'Pompier',
      /^Rôle inconnu : Pompier\. hs a : Administration, Chef d'intervention, /,
    ],
  ])('name the unknown part: %s %s %s %s', async (command, email, sis, role, why) => {
    const { code, said } = await run(['user', command, email, '--sis', sis, '--role', role])
    expect(code).toBe(1)
    expect(said.trimEnd()).toMatch(why)
  })

  it.each([
    ['grant', ['--sis', 'hs']],
    ['revoke', ['--role', 'Consultation']],
    ['grant', ['--admin', '--sis', 'hs', '--role', 'Consultation']],
  ])('require a role in a SIS, or --admin: %s %j', async (command, options) => {
    expect(await run(['user', command, 'chef@example.org', ...options])).toEqual({
      code: 1,
      said: 'Indiquez --sis et --role, ou --admin.\n',
    })
  })
})

describe('user disable and enable', patience, () => {
  it('disable an account, ending its sessions, and enable it again', async () => {
    await makeAccount(database, { email: 'fermé@example.org' })
    expect(await claimsOf('fermé@example.org')).toMatchObject({ email: 'fermé@example.org' })
    expect(await byProgram(['user', 'disable', 'FERMÉ@example.org'])).toEqual({
      code: 0,
      said: 'Compte FERMÉ@example.org désactivé.\n',
    })
    expect(await claimsOf('fermé@example.org')).toBe(401)
    expect((await run(['user', 'list'])).said).toMatch(/^fermé@example\.org +fermé@example\.org +désactivé$/m)
    expect(await byProgram(['user', 'enable', 'fermé@example.org'])).toEqual({
      code: 0,
      said: 'Compte fermé@example.org activé.\n',
    })
    expect(await claimsOf('fermé@example.org')).toMatchObject({ email: 'fermé@example.org' })
  })

  it('report an unknown account', async () => {
    expect(await run(['user', 'disable', 'personne@example.org'])).toEqual({
      code: 1,
      said: 'Compte inconnu : personne@example.org\n',
    })
  })
})

describe('the last administrator', patience, () => {
  it('can neither be disabled nor demoted', async () => {
    expect(await run(['user', 'disable', 'admin@example.org'])).toEqual(last)
    expect(await run(['user', 'revoke', 'admin@example.org', '--admin'])).toEqual(last)
    expect((await claimsOf('admin@example.org')).admin).toBe(true)
  })

  it('cannot be disabled after the other one, since a disabled account administrates nothing', async () => {
    await makeAccount(database, { email: 'second@example.org', admin: true })
    expect((await run(['user', 'disable', 'second@example.org'])).code).toBe(0)
    expect(await run(['user', 'disable', 'admin@example.org'])).toEqual(last)
    expect((await run(['user', 'revoke', 'second@example.org', '--admin'])).code).toBe(0)
  })

  describe('of two that two commands remove at the same time', () => {
    beforeEach(async () => void (await makeAccount(database, { email: 'deux@example.org', admin: true })))
    afterEach(async () => {
      await changeAccount(database, 'admin@example.org', 'is_admin = true, disabled_at = null')
      await (await database.as('owner')).query("delete from auth.users where email = 'deux@example.org'")
    })

    it.each([
      [['disable'], ['disable'], byProgram],
      [['revoke', '--admin'], ['disable'], run],
      [['revoke', '--admin'], ['revoke', '--admin'], run],
    ])('stays: %j and %j', async (one, two, by) => {
      const owner = await database.as('owner')
      const command = ([name = '', ...options]: string[], email: string) =>
        by(['user', name, email, ...options])
      await owner.query('begin; lock table auth.users in exclusive mode')
      const outcomes = Promise.all([command(one, 'admin@example.org'), command(two, 'deux@example.org')])
      // Both commands have reached the table, and wait for it.
      await expect
        .poll(
          async () => {
            const { rows } = await owner.query(
              "select count(*)::integer as n from pg_locks where relation = 'auth.users'::regclass and not granted",
            )
            return rows[0].n
          },
          { timeout: 15_000 },
        )
        .toBe(2)
      await owner.query('commit')

      const refused = (await outcomes).filter(({ code }) => code !== 0)
      expect(refused).toEqual([last])
      const { rows } = await owner.query(
        'select count(*)::integer as n from auth.users where is_admin and disabled_at is null',
      )
      expect(rows).toEqual([{ n: 1 }])
    })
  })
})

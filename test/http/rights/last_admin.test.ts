import { describe, expect, it } from 'vitest'
import { makeAccount } from '../../support/users.ts'
import { admin, useRights } from './rights_fixture.ts'

const rights = useRights()
const { ask, claimsOf, database, servers, sql, userId } = rights
const last = [409, { error: 'Il doit rester au moins un administrateur' }]
const ended = [401, { error: 'Accès refusé' }]

const put = (id: number, body: unknown, token: string) =>
  ask('PUT', `/users/${id}`, { token, sis: null, body })

// Makes another administrator and returns their id.
const oneMore = (email: string) => makeAccount(database, { email, admin: true })

const administrators = async () =>
  (await sql('select email from auth.users where is_admin and disabled_at is null order by email')).map(
    ({ email }) => email,
  )

describe('an administrator', () => {
  it('is made by another, with their next token', async () => {
    const id = await makeAccount(database, { email: 'promu@example.org' })
    const before = await rights.newToken('promu@example.org')
    const [status, { data }] = await put(id, { admin: true }, await rights.newToken(admin))
    expect([status, data.admin]).toEqual([200, true])
    expect((await ask('GET', '/me', { token: before }))[0]).toBe(200)
    expect(await put(id, {}, before)).toEqual([403, { error: 'Permission requise : admin' }])
    expect(await claimsOf('promu@example.org')).toMatchObject({
      admin: true,
      permissions: { hs: ['admin'], test: ['admin'] },
    })
    await put(id, { admin: false }, await rights.newToken(admin))
  })

  it('who is demoted loses access at once, with every token', async () => {
    const id = await oneMore('dechu@example.org')
    const { accessToken: token, refreshToken } = await servers.signIn('dechu@example.org')
    const headers = { authorization: `Bearer ${token}` }
    const read = async () => {
      const { status, body } = await servers.data('/api/v2/interventions', { sis: 'hs', headers })
      return [status, body]
    }
    expect((await read())[0]).toBe(200)
    const [status, { data }] = await put(id, { admin: false }, await rights.newToken(admin))
    expect([status, data.admin]).toEqual([200, false])
    expect(await read()).toEqual(ended)
    expect(await put(id, { admin: true }, token)).toEqual(ended)
    expect((await ask('POST', '/refresh-token', { body: { token: refreshToken } }))[0]).toBe(401)
    expect(await claimsOf('dechu@example.org')).toMatchObject({ admin: false, permissions: {} })
  })

  it('may step down while there is another', async () => {
    const id = await oneMore('las@example.org')
    expect((await put(id, { admin: false }, await rights.newToken('las@example.org')))[0]).toBe(200)
    expect(await administrators()).toEqual([admin])
  })
})

describe('the last administrator', () => {
  it.each([[{ admin: false }], [{ disabled: true }], [{ admin: false, disabled: true, name: 'Parti' }]])(
    'stays, whatever they ask: %j; and keeps their session',
    async (body) => {
      const token = await rights.newToken(admin)
      const id = await userId(admin)
      expect(await put(id, body, token)).toEqual(last)
      expect((await ask('GET', '/me', { token }))[1].data.name).toBe('Administration')
      expect(await administrators()).toEqual([admin])
    },
  )

  it('is the last even when another is disabled', async () => {
    const id = await oneMore('dort@example.org')
    const token = await rights.newToken(admin)
    expect((await put(id, { disabled: true }, token))[0]).toBe(200)
    expect(await put(await userId(admin), { admin: false }, token)).toEqual(last)
    expect((await put(id, { admin: false }, token))[0]).toBe(200)
    expect((await put(id, { disabled: false }, token))[0]).toBe(200)
  })

  it.each([[{ admin: false }], [{ disabled: true }]])(
    'stays when two remove each other at the same moment with %j',
    async (body) => {
      for (let round = 0; round < 5; round++) {
        const email = `rival${round}.${Object.keys(body)}@example.org`
        const [me, rival] = [await userId(admin), await oneMore(email)]
        const [mine, theirs] = [await rights.newToken(admin), await rights.newToken(email)]
        const answers = await Promise.all([put(rival, body, mine), put(me, body, theirs)])
        // The second finds themselves removed, or the other to be the last.
        expect(answers.map(([status]) => status).sort()[0]).toBe(200)
        expect([401, 403, 409]).toContain(answers.map(([status]) => status).sort()[1])
        expect(await administrators()).toHaveLength(1)
        await sql('update auth.users set is_admin = true, disabled_at = null where id = $1', [me])
        await sql('update auth.users set is_admin = false where id = $1', [rival])
      }
    },
  )
})

import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import type { Claims } from '../../../src/auth/tokens.ts'
import { gone, type Member, useLeavers } from './depart_fixture.ts'
import { admin, commandant } from './rights_fixture.ts'

const { ask, claimsOf, data, database, day, leave, member, newToken, people, roleId, servers, sql } =
  useLeavers()

const reading = ['intervention.lecture']
const ok = [200, undefined]
const claimsIn = (accessToken: string) => decodeJwt<{ data: Claims }>(accessToken).data

describe('an account whose sapeur has left a SIS', () => {
  it('loses all rights there at once, even with a valid token, and keeps those elsewhere', async () => {
    const one = await member([...reading, 'utilisateur.config'])
    const token = await newToken(one.email)
    expect(await data('/alarmes', token)).toEqual(ok)
    await leave(one, day(-1))
    for (const path of ['/alarmes', '/mes-infos', '/mes-decomptes/1', '/alarmes/flux', '/sapeurs'])
      expect(await data(path, token), path).toEqual(gone)
    for (const path of ['/roles', '/users'])
      expect(await ask('GET', path, { token })).toEqual([403, { error: gone[1] }])
    expect(await data('/alarmes', token, 'test')).toEqual(ok)
    expect((await ask('GET', '/roles', { token, sis: 'test' }))[0]).toBe(200)
    expect((await ask('GET', '/me', { token, sis: null }))[0]).toBe(200)
  })

  it('is refused by GraphQL', async () => {
    const one = await member()
    const headers = { authorization: `Bearer ${await newToken(one.email)}` }
    const ask = {
      method: 'POST',
      sis: 'hs',
      headers,
      body: { query: '{ alarmes { edges { node { id } } } }' },
    }
    const question = { ...ask, body: { query: '{ __typename }' } }
    expect((await servers.data('/graphql', question)).status).toBe(200)
    await leave(one, day(-1))
    for (const each of [ask, question, { ...ask, body: { query: 7 } }]) {
      const { status, body } = await servers.data('/graphql', each)
      expect([status, JSON.stringify(body)]).toEqual([
        403,
        expect.stringContaining('Aucun droit pour ce SIS'),
      ])
    }
  })

  it('has no rights there in the next token, however it is obtained', async () => {
    const one = await member()
    const { refreshToken } = (await servers.logIn(one.email)).body
    expect(await claimsOf(one.email)).toMatchObject({ sapeurs: { hs: one.sapeur }, mobiles: ['hs'] })
    await leave(one, day(-1))
    const rest = { permissions: { test: reading }, sapeurs: {}, mobiles: [] }
    expect(await claimsOf(one.email)).toMatchObject(rest)
    const { body } = await servers.post('/refresh-token', { token: refreshToken })
    expect(claimsIn(body.accessToken)).toMatchObject(rest)
  })

  it('keeps its rights to the last minute of the last day: the calendar decides, without any write', async () => {
    const one = await member()
    const token = await newToken(one.email)
    await leave(one, day(0))
    expect(await data('/alarmes', token)).toEqual(ok)
    const [row] = await sql(
      `select parti_at = ($2::date + 1)::timestamp at time zone 'Europe/Zurich' as midnight, parti_at > now() as ahead
         from auth.memberships where user_id = $1`,
      [one.user, day(0)],
    )
    expect(row).toEqual({ midnight: true, ahead: true })
    // The midnight passes.
    await sql(
      "update auth.memberships set parti_at = clock_timestamp() + interval '1 second' where user_id = $1",
      [one.user],
    )
    await expect.poll(() => data('/alarmes', token), { timeout: 25_000, interval: 50 }).toEqual(gone)
    expect((await claimsOf(one.email)).permissions).toEqual({ test: reading })
  })

  it('leaves at midnight of the SIS, wherever the server is', async () => {
    // Zones in which it is always a day earlier, and always a day later.
    const [west, east] = ['Etc/GMT+12', 'Pacific/Kiritimati']
    const [row] = await sql('select (now() at time zone $1)::date::text as jour', [west])
    const one = await member()
    const move = (fuseau: string) => people('POST', '/sis-param', { fuseau })
    await move(west)
    await leave(one, String(row?.jour))
    expect((await claimsOf(one.email)).permissions).toHaveProperty('hs')
    await move(east)
    expect((await claimsOf(one.email)).permissions).not.toHaveProperty('hs')
    await move('Europe/Zurich')
  })

  it('is marked for those who manage the SIS, and gets no role before it is unlinked', async () => {
    const one = await member()
    await leave(one, day(-1))
    const [, { data: users }] = await ask('GET', '/users', { as: commandant })
    const [record] = users.filter(({ id }: { id: number }) => id === one.user)
    expect(record).toMatchObject({ parti: true, sapeur_id: one.sapeur, roles: [{ nom: one.email }] })
    const error = 'Ce compte est lié à un sapeur sorti du SIS : déliez-le avant de lui donner un rôle'
    const roles = [...record.roles.map(({ id }: { id: number }) => id), await roleId('Consultation')]
    expect(await ask('PUT', `/users/${one.user}/roles`, { as: commandant, body: { roles } })).toEqual([
      409,
      { error },
    ])
    const invitation = await ask('POST', '/invitations', {
      as: commandant,
      body: { roles: [await roleId('Consultation')] },
    })
    const body = { token: invitation[1].data.token }
    expect(await ask('POST', '/use-token', { as: one.email, sis: null, body })).toEqual([409, { error }])
    const owner = await database.as('owner')
    await expect(
      owner.query("select auth.grant_role($1, 'hs', 'Consultation')", [one.email]),
    ).rejects.toThrow(error)
    const none = await ask('PUT', `/users/${one.user}/roles`, { as: commandant, body: { roles: [] } })
    expect([none[0], none[1].data.roles]).toEqual([200, []])
  })

  it('cannot invite through another account', async () => {
    const one = await member([...reading, 'exercice.lecture', 'sapeur.lecture', 'utilisateur.tout'])
    const body = { roles: [await roleId('Consultation')] }
    const [status, { data: invitation }] = await ask('POST', '/invitations', { as: one.email, body })
    expect(status).toBe(201)
    await leave(one, day(-1))
    expect((await ask('POST', '/invitations', { as: one.email, body }))[0]).toBe(403)
    const use = { as: 'nouveau@example.org', sis: null, body: { token: invitation.token } }
    expect((await ask('POST', '/use-token', use))[0]).toBe(422)
  })

  it('is not made by linking, which would remove the account’s rights', async () => {
    const one = await member()
    await leave(one, day(-1))
    await ask('PUT', `/users/${one.user}/sis`, { as: commandant, body: { sapeur_id: null } })
    const other = await member()
    expect(
      await ask('PUT', `/users/${other.user}/sis`, { as: commandant, body: { sapeur_id: one.sapeur } }),
    ).toEqual([409, { error: 'Ce sapeur est sorti du SIS' }])
  })

  it('may be an administrator, who is exempt', async () => {
    const one = await member()
    await sql('update auth.users set is_admin = true where id = $1', [one.user])
    await leave(one, day(-1))
    const token = await newToken(one.email)
    expect(await data('/alarmes', token)).toEqual(ok)
    expect(await data('/mes-infos', token)).toEqual(ok)
    expect((await ask('GET', '/roles', { token }))[0]).toBe(200)
    const [, { data: users }] = await ask('GET', '/users', { as: admin })
    expect(users.find(({ id }: { id: number }) => id === one.user).parti).toBe(false)
  })
})

describe('an account keeps its rights when the sapeur', () => {
  it('has a further mutation, open or still ahead', async () => {
    for (const incorporation of [day(-1), day(40)]) {
      const one = await member()
      await people('PUT', `/sapeurs/${one.sapeur}/mutations/${one.mutation}`, { sortie: day(1) })
      if (incorporation === day(40))
        await people('POST', `/sapeurs/${one.sapeur}/mutations`, { incorporation })
      else await leave(one, null)
      if (incorporation === day(40)) await leave(one, day(-1))
      expect((await claimsOf(one.email)).permissions).toHaveProperty('hs')
    }
  })

  it('is a civilian or a recruit, with any mutations', async () => {
    for (const type of [1, 2]) {
      const one = await member()
      await people('PUT', `/sapeurs/${one.sapeur}`, { type })
      await leave(one, day(-1))
      expect((await claimsOf(one.email)).permissions).toHaveProperty('hs')
      await people('PUT', `/sapeurs/${one.sapeur}`, { type: 0 })
      expect((await claimsOf(one.email)).permissions).not.toHaveProperty('hs')
    }
  })

  it('was unlinked before the end', async () => {
    const one = await member()
    const token = await newToken(one.email)
    await ask('PUT', `/users/${one.user}/sis`, { as: commandant, body: { sapeur_id: null } })
    await leave(one, day(-1))
    expect(await data('/alarmes', token)).toEqual(ok)
    expect(await claimsOf(one.email)).toMatchObject({ permissions: { hs: reading }, mobiles: ['hs'] })
  })
})

describe('a wrong end', () => {
  it.each<[string, (one: Member) => Promise<unknown>]>([
    ['corrected', (one) => leave(one, null)],
    ['put off', (one) => leave(one, day(3))],
    [
      'followed by a mutation without a day between',
      (one) => people('POST', `/sapeurs/${one.sapeur}/mutations`, { incorporation: day(-4) }),
    ],
  ])('that is %s restores everything, even for the present token', async (_how, correct) => {
    const one = await member()
    const token = await newToken(one.email)
    await leave(one, day(-5))
    expect(await data('/alarmes', token)).toEqual(gone)
    await correct(one)
    expect(await data('/alarmes', token)).toEqual(ok)
    expect(await claimsOf(one.email)).toMatchObject({
      permissions: { hs: reading, test: reading },
      sapeurs: { hs: one.sapeur },
      mobiles: ['hs'],
    })
  })
})

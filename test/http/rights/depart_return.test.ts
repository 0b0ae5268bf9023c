import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import type { Claims } from '../../../src/auth/tokens.ts'
import { type Member, useLeavers } from './depart_fixture.ts'
import { commandant } from './rights_fixture.ts'

const { ask, claimsOf, data, day, leave, member, newToken, people, roleId, servers } = useLeavers()

const reading = ['intervention.lecture']
const ok = [200, undefined]
const refused = [401, 'Accès refusé']
const claimsIn = (accessToken: string) => decodeJwt<{ data: Claims }>(accessToken).data

describe('a sapeur who returns', () => {
  const mutations = ({ sapeur }: Member) => `/sapeurs/${sapeur}/mutations`
  it.each<[string, (one: Member) => Promise<unknown>]>([
    ['by a new mutation', (one) => people('POST', mutations(one), { incorporation: day(0) })],
    ['by one that lies ahead', (one) => people('POST', mutations(one), { incorporation: day(50) })],
    [
      'by a past one that is then opened',
      async (one) => {
        const { id } = await people('POST', mutations(one), { incorporation: day(-4), sortie: day(-2) })
        await people('PUT', `${mutations(one)}/${id}`, { sortie: null })
      },
    ],
    [
      'by their old mutation, moved',
      (one) => people('PUT', `${mutations(one)}/${one.mutation}`, { incorporation: day(-1), sortie: null }),
    ],
    [
      'by another in place of the old one',
      async (one) => {
        await people('DELETE', `${mutations(one)}/${one.mutation}`)
        await people('POST', mutations(one), { incorporation: day(0) })
      },
    ],
    ['as a civilian', (one) => people('PUT', `/sapeurs/${one.sapeur}`, { type: 1 })],
  ])('%s can be given roles again', async (_how, comeBack) => {
    const one = await member()
    const token = await newToken(one.email)
    await leave(one, day(-6))
    await comeBack(one)
    // When the rights of that token were given.
    expect(await data('/alarmes', token)).toEqual(refused)
    const { permissions, sapeurs, mobiles } = await claimsOf(one.email)
    expect([permissions, sapeurs, mobiles]).toEqual([{ test: reading }, { hs: one.sapeur }, []])
    expect(await data('/mes-infos', await newToken(one.email))).toEqual(ok)
    const roles = [await roleId('Consultation')]
    expect((await ask('PUT', `/users/${one.user}/roles`, { as: commandant, body: { roles } }))[0]).toBe(200)
    expect(await data('/alarmes', await newToken(one.email))).toEqual(ok)
  })

  it('stays signed in: the refresh token gives a token with the current rights', async () => {
    const one = await member()
    const { refreshToken } = (await servers.logIn(one.email)).body
    await leave(one, day(-6))
    await people('POST', mutations(one), { incorporation: day(0) })
    const { status, body } = await servers.post('/refresh-token', { token: refreshToken })
    expect([status, claimsIn(body.accessToken).permissions]).toEqual([200, { test: reading }])
    expect(await data('/alarmes', body.accessToken, 'test')).toEqual(ok)
  })

  it('gets nothing back by being unlinked after leaving: the roles are gone, and the token has ended', async () => {
    const one = await member()
    const token = await newToken(one.email)
    await leave(one, day(-1))
    const [status, { data: record }] = await ask('PUT', `/users/${one.user}/sis`, {
      as: commandant,
      body: { sapeur_id: null },
    })
    expect([status, record]).toEqual([
      200,
      expect.objectContaining({ parti: false, roles: [], sapeur_id: null, mobile: false }),
    ])
    expect(await data('/alarmes', token)).toEqual(refused)
    expect(await claimsOf(one.email)).toMatchObject({ permissions: { test: reading }, mobiles: [] })
  })
})

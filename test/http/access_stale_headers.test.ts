import { beforeAll, describe, expect, it } from 'vitest'
import { readDocument } from '../../src/http/document/document.ts'
import { useDatabase } from '../support/database.ts'
import { tokenFor } from '../support/mail_readback.ts'
import { doors, useServers } from '../support/servers.ts'
import { forge } from '../support/tokens.ts'
import { changeAccount, makeAccount } from '../support/users.ts'

const database = useDatabase()
const servers = useServers(database)

let people = 0
async function someone(): Promise<string> {
  people += 1
  const email = `nina.${people}@example.org`
  await makeAccount(database, { email })
  return email
}
const refreshToken = async () => ({ token: (await servers.logIn('chef@example.org')).body.refreshToken })

// How each public operation succeeds: its status, and a body that is valid once.
const good: Record<string, [number, () => Promise<object | undefined>]> = {
  login: [200, async () => ({ email: 'chef@example.org', password: 'caserne-demo' })],
  refresh_token: [200, refreshToken],
  register: [
    201,
    async () => ({ name: 'N', email: `neuve.${await someone()}`, password: 'un mot de passe' }),
  ],
  confirm_email: [200, async () => ({ token: await tokenFor(database, 'confirmation', await someone()) })],
  resend_confirmation: [200, async () => ({ email: 'chef@example.org' })],
  forgotten_password: [200, async () => ({ email: 'chef@example.org' })],
  reset_password: [
    200,
    async () => ({
      token: await tokenFor(database, 'reinitialisation', await someone()),
      password: 'tout neuf',
    }),
  ],
  logout: [204, refreshToken],
  list_sis: [200, async () => undefined],
  get_latest_version: [200, async () => undefined],
  get_jwks: [200, async () => undefined],
}

const open = readDocument('auth').operations.filter(({ permissions }) => permissions === null)

// Headers that a client still sends, and that would be refused where they matter.
const stale: Record<string, () => Promise<string>> = {
  rubbish: async () => 'Bearer rubbish',
  'of another scheme': async () => 'Basic Y2hlZjpjYXNlcm5l',
  empty: async () => '',
  expired: async () => {
    const payload = { iat: 1_700_000_000, nbf: 1_699_999_990, exp: 1_700_028_800 }
    return `Bearer ${await forge(servers.key, { payload })}`
  },
  'of a disabled account': async () => `Bearer ${disabled}`,
}

let disabled = ''
beforeAll(async () => {
  const email = await someone()
  disabled = (await servers.logIn(email)).body.accessToken
  await changeAccount(database, email, 'disabled_at = now()')
})

it('the public operations are these', () => {
  expect(open.map(({ id }) => id).sort()).toEqual(Object.keys(good).sort())
})

describe.each(Object.keys(stale))('a stale Authorization (%s) and an unknown Sis-Key', (what) => {
  it.each(doors)('do not affect a public operation of the %s server under %s', async (server, prefix) => {
    for (const { id, method, path } of open) {
      const [status, body] = good[id] ?? [0, async () => undefined]
      const headers = { authorization: (await stale[what]?.()) ?? '', 'sis-key': 'nulle-part' }
      const ask = { method: method.toUpperCase(), headers, body: await body() }
      const answer = await servers[server](prefix + path, ask)
      expect([id, answer.status]).toEqual([id, status])
    }
  })
})

import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { waitingMails } from '../support/mail_readback.ts'
import type { Answer } from '../support/servers.ts'
import { expectTooMany, from, newAddress, statuses, times, useThrottled } from '../support/throttled.ts'
import { makeAccount } from '../support/users.ts'

const database = useDatabase()
const servers = useThrottled(database)
const exposed = useThrottled(database, { TRUST_PROXY: '' })

const [quarter, hour] = [900, 3600]
const many = (status: number, count: number) => Array<number>(count).fill(status)
const good = (address: string) => servers.logIn('chef@example.org', undefined, from(address))

let names = 0
const newEmail = () => {
  names += 1
  return `personne.${names}@example.org`
}
const failFrom = (address: string) => servers.logIn(newEmail(), 'faux', from(address))

async function shift(milliseconds: number): Promise<void> {
  await (await database.as('owner')).query('update auth.throttles set expire = expire - $1', [milliseconds])
}

describe('an address', () => {
  it('is locked after ten failures, for any accounts', async () => {
    const address = newAddress()
    expect(statuses(await times(10, () => failFrom(address)))).toEqual(many(401, 10))
    expectTooMany(await failFrom(address), quarter)
    expectTooMany(await good(address), quarter)
    expect((await good(newAddress())).status).toBe(200)
  })

  it('gets no more than ten of fifty simultaneous guesses', async () => {
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 50 }, () => failFrom(address)))
    expect(statuses(answers).sort()).toEqual([...many(401, 10), ...many(429, 40)])
  })

  it('may have twenty people sign in at once, as in a station at the change of shift', async () => {
    const address = newAddress()
    const emails = Array.from({ length: 20 }, newEmail)
    for (const email of emails) await makeAccount(database, { email })
    const answers = await Promise.all(emails.map((email) => servers.logIn(email, undefined, from(address))))
    expect(statuses(answers)).toEqual(many(200, 20))
    expect(statuses(await times(10, () => failFrom(address)))).toEqual(many(401, 10))
  })

  it('is not cleared by a success: the owner of an account may not guess those of others', async () => {
    const address = newAddress()
    for (let n = 0; n < 10; n += 1) {
      expect((await failFrom(address)).status).toBe(401)
      if (n < 9) expect((await good(address)).status).toBe(200)
    }
    expectTooMany(await good(address), quarter)
  })

  it('is not locked by someone there whose account is locked, and who goes on trying', async () => {
    const [email, address] = [newEmail(), newAddress()]
    await makeAccount(database, { email })
    await times(10, () => servers.logIn(email, 'faux', from(newAddress())))
    const answers = await times(15, () => servers.logIn(email, undefined, from(address)))
    expect(statuses(answers)).toEqual(many(429, 15))
    expect((await good(address)).status).toBe(200)
  })

  it('is unlocked after a quarter of an hour', async () => {
    const address = newAddress()
    await times(10, () => failFrom(address))
    expectTooMany(await good(address), quarter)
    await shift(15 * 60_000)
    expect((await good(address)).status).toBe(200)
  })

  it('of IPv6 is its /64 network', async () => {
    const inside = (n: number) => `2001:db8:5:7:${n.toString(16)}::${n.toString(16)}`
    expect(statuses(await times(10, (n) => failFrom(inside(n))))).toEqual(many(401, 10))
    expectTooMany(await good('2001:0DB8:0005:0007:ffff:ffff:ffff:ffff'), quarter)
    expect((await good('2001:db8:5:8::1')).status).toBe(200)
  })

  it('of IPv4 is the same when it is written as IPv6', async () => {
    const address = newAddress()
    expect(statuses(await times(5, () => failFrom(address)))).toEqual(many(401, 5))
    expect(statuses(await times(5, () => failFrom(`::ffff:${address}`)))).toEqual(many(401, 5))
    expectTooMany(await good(address), quarter)
  })
})

describe('the client’s address', () => {
  it('comes from the trusted proxy, not from headers that the client sent', async () => {
    const address = newAddress()
    const failures = await times(10, () => failFrom(`${newAddress()}, ${address}`))
    expect(statuses(failures)).toEqual(many(401, 10))
    expectTooMany(await good(address), quarter)
  })

  it('does not come from X-Forwarded-For without a trusted proxy', async () => {
    const fail = () => exposed.logIn(newEmail(), 'faux', from(newAddress()))
    expect(statuses(await times(10, fail))).toEqual(many(401, 10))
    expectTooMany(await exposed.logIn('chef@example.org', undefined, from(newAddress())), quarter)
  })
})

describe('registrations and mails', () => {
  const register = (address: string) =>
    servers.post('/register', { name: 'Nina', email: newEmail(), password: 'un mot de passe' }, from(address))
  const forget = (address: string) =>
    servers.post('/forgotten-password', { email: newEmail() }, from(address))
  const resend = (address: string) =>
    servers.post('/resend-confirmation', { email: newEmail() }, from(address))

  it('are limited to twenty an hour for an address, all together', async () => {
    const address = newAddress()
    const answers: Answer[] = []
    for (const ask of [register, forget, resend]) answers.push(...(await times(6, () => ask(address))))
    answers.push(await forget(address), await forget(address))
    expect(statuses(answers)).toEqual([...many(201, 6), ...many(200, 14)])
    const before = await waitingMails(database)
    for (const ask of [register, forget, resend]) expectTooMany(await ask(address), hour)
    expect(await waitingMails(database)).toEqual(before)
    expect((await good(address)).status).toBe(200)
    expect((await forget(newAddress())).status).toBe(200)
  })

  it('are limited to twenty of fifty simultaneous ones', async () => {
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 50 }, () => forget(address)))
    expect(statuses(answers).sort()).toEqual([...many(200, 20), ...many(429, 30)])
  })

  it('are possible again after an hour, and not before', async () => {
    const address = newAddress()
    await times(20, () => forget(address))
    await shift(59 * 60_000)
    expectTooMany(await forget(address), 60)
    await shift(60_000)
    expect((await forget(address)).status).toBe(200)
  })

  it('are not counted when the input is faulty', async () => {
    const address = newAddress()
    const ask = () => servers.post('/forgotten-password', { email: 'nina' }, from(address))
    expect(statuses(await times(25, ask))).toEqual(many(422, 25))
    expect((await forget(address)).status).toBe(200)
  })
})

it('counts are stored in the database under hashes', async () => {
  await failFrom('192.0.2.7')
  await servers.post('/forgotten-password', { email: 'nina@example.org' }, from('192.0.2.7'))
  const owner = await database.as('owner')
  const { rows } = await owner.query('select key, points, expire from auth.throttles')
  const kinds = new Set(rows.map(({ key }) => key.split(':')[0]))
  expect([...kinds].sort()).toEqual(['adresse', 'compte', 'mails'])
  for (const { key } of rows) expect(key).toMatch(/^(adresse|compte|mails):[\w-]{43}$/)
})

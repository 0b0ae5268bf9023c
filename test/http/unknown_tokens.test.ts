import { expect, it } from 'vitest'
import { UnknownTokens } from '../../src/http/admission/unknown_tokens.ts'
import { Metrics } from '../../src/process/metrics.ts'

const metrics = new Metrics()
const make = () => new UnknownTokens({ FAILURES_ALLOWED: 3, FAILURES_MINUTES: 15 }, metrics)
const tooMany = { status: 429, headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } }

it('refuses an address that has tried one too many, and no other', async () => {
  const unknown = make()
  for (const token of ['a', 'b', 'c']) await unknown.count('192.0.2.1', token)
  await unknown.look('192.0.2.1')
  await expect(unknown.count('192.0.2.1', 'd')).rejects.toMatchObject(tooMany)
  await expect(unknown.look('192.0.2.1')).rejects.toMatchObject(tooMany)
  await unknown.look('192.0.2.2')
  expect(await metrics.text()).toContain('caserne_throttled_total{limit="calendrier"} 2')
})

it('counts a token once, however often it is asked for', async () => {
  const unknown = make()
  for (let n = 0; n < 100; n++) await unknown.count('192.0.2.1', 'revoked')
  await unknown.look('192.0.2.1')
})

it('takes the addresses of a household as one', async () => {
  const unknown = make()
  for (const n of [1, 2, 3, 4])
    await unknown.count(`2001:db8:0:1::${n}`, `token ${n}`).catch((error: unknown) => error)
  await expect(unknown.look('2001:db8:0:1:ffff::')).rejects.toMatchObject(tooMany)
  await unknown.look('2001:db8:0:2::1')
})

import { describe, expect, it } from 'vitest'
import { accountOf, networkOf } from '../../src/http/admission/throttle.ts'

describe('an address counts', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:5:7:1:2:3:4', '2001:db8:5:7'],
    ['2001:0DB8:0005:0007:0001::1', '2001:db8:5:7'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:0:0:ffff::', '2001:db8:0:0'],
    ['2001::7:1:2:3:4', '2001:0:0:7'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
  ])('%s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it('unchanged when it is invalid', () => {
    for (const text of ['', 'unknown', '192.0.2', 'a:b']) expect(networkOf(text)).toBe(text)
  })
})

describe('an e-mail counts', () => {
  it.each([
    ['chef@example.org', 'chef@example.org'],
    [' Chef@Example.ORG ', 'chef@example.org'],
    ['ÉLODIE@example.org', 'élodie@example.org'],
    ['tİtİ@example.org', 'titi@example.org'],
    ['ΟΔΟΣ@example.org', 'οδοσ@example.org'],
    ['𐐀@example.org', '𐐨@example.org'],
    ['', ''],
  ])('%j as %j', (email, account) => {
    expect(accountOf(email)).toBe(account)
  })
})

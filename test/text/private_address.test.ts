import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { isPrivate } from '../../src/text/private_address.ts'
import { RESERVED, SPECIAL } from '../../src/text/special_addresses.ts'

describe('a private address', () => {
  it.each([
    '127.0.0.1',
    '127.255.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::10.0.0.1',
    '::ffff:0:a00:1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    'fe80::1%eth0',
    '192.0.2.1',
    '192.88.99.1',
    '203.0.113.7',
    '240.0.0.1',
    '2001:db8::1',
    '2001:20::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'mail.example.org',
    '',
  ])('is %s', (address) => expect(isPrivate(address)).toBe(true))

  it.each([
    '8.8.8.8',
    '100.128.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2001:4860:4860::8888',
  ])('is not %s', (address) => expect(isPrivate(address)).toBe(false))
})

describe('a block of the registries', () => {
  it.each([...SPECIAL, ...RESERVED])('%s is private from its first to its last address', (block) => {
    const [net, prefix] = ipaddr.parseCIDR(block)
    const bytes = net.toByteArray()
    const last = bytes.map((byte, n) => byte | (0xff >> Math.min(8, Math.max(0, prefix - n * 8))))
    for (const each of [bytes, last])
      expect([each, isPrivate(ipaddr.fromByteArray(each).toString())]).toEqual([each, true])
  })
})

it('whatever the library takes for special is private, except NAT64', () => {
  for (let first = 0; first < 0x1_0000; first += 1) {
    const four = `${first >> 8}.${first & 0xff}.${first % 7}.1`
    if (ipaddr.parse(four).range() !== 'unicast') expect([four, isPrivate(four)]).toEqual([four, true])
    const six = `${first.toString(16)}::${(first % 11) + 2}`
    if (ipaddr.parse(six).range() !== 'unicast') expect([six, isPrivate(six)]).toEqual([six, true])
  }
})

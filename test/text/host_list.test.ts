import { describe, expect, it } from 'vitest'
import { HostList } from '../../src/text/host_list.ts'

const usual = [443, 80]
const at = (host: string, port: number, address = host) => ({ host, port, address })

describe('a list of hosts', () => {
  const list = HostList.of(' SMS.exemple.lan:8080, 10.1.0.0/16, [fd00::1]:*, fd01::/16,pager.lan ')

  it.each([
    at('sms.exemple.lan', 8080, '192.168.1.1'),
    at('SMS.exemple.lan.', 8080, '192.168.1.1'),
    at('other.lan', 443, '10.1.2.3'),
    at('10.1.255.255', 80),
    at('::ffff:10.1.0.1', 80),
    at('fd00::1', 22),
    at('fd01::5', 443),
    at('pager.lan', 80, '127.0.0.1'),
  ])('has %o', (place) => expect(list.has(place, usual)).toBe(true))

  it.each([
    at('sms.exemple.lan', 443, '192.168.1.1'),
    at('a.sms.exemple.lan', 8080, '192.168.1.1'),
    at('other.lan', 8080, '10.1.2.3'),
    at('10.2.0.1', 80),
    at('fd00::2', 443),
    at('pager.lan.example.org', 443, '127.0.0.1'),
    at('other.lan', 443, 'nonsense'),
  ])('does not have %o', (place) => expect(list.has(place, usual)).toBe(false))

  it('that is empty has nothing, and that of all has everything', () => {
    for (const place of [at('10.0.0.1', 1), at('::1', 65_535), at('a.lan', 80, '::ffff:7f00:1')]) {
      expect(HostList.none.has(place, usual)).toBe(false)
      expect(HostList.all.has(place, [])).toBe(true)
    }
  })

  it.each([
    '10',
    'true:8080:1',
    'a.lan:0',
    'a.lan:65536',
    'a.lan:http',
    '10.0.0.0/33',
    'https://a.lan',
    '[a.lan]:80',
    '*',
    'a..lan',
    '1.2.3',
    'a.lan/24',
  ])('does not take %s', (text) =>
    expect(() => HostList.of(`b.lan,${text}`)).toThrow(`${text} : ni un hôte ni un réseau`),
  )
})

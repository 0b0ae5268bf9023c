import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { checkAddress, lookupWithin, mayReach } from '../../../src/mail/imap/private_hosts.ts'
import { HostList } from '../../../src/text/host_list.ts'

const server = (security: 'tls' | 'starttls' | 'none', host = 'mail.example.org') => ({
  host,
  port: 993,
  security,
})

describe('a mail server', () => {
  const [inside, outside] = ['10.0.0.1', '192.0.43.8']
  const none = HostList.none

  it.each([
    ['any', 'any', true, true, true],
    ['true', HostList.all, true, true, false],
    ['10.0.0.0/8', HostList.of('10.0.0.0/8'), true, true, false],
    ['mail.example.org', HostList.of('mail.example.org'), true, true, false],
    ['10.0.0.1:993', HostList.of('10.0.0.1:993'), true, true, false],
    ['10.0.0.1:143', HostList.of('10.0.0.1:143'), false, true, false],
    ['10.0.1.0/24', HostList.of('10.0.1.0/24'), false, true, false],
    ['false', none, false, true, false],
  ] as const)('with %s', (_, reach, isInside, isOutside, inClear) => {
    expect(mayReach(server('tls'), reach, inside)).toBe(isInside)
    expect(mayReach(server('none'), reach, inside)).toBe(isInside)
    expect(mayReach(server('starttls'), reach, outside)).toBe(isOutside)
    expect(mayReach(server('none'), reach, outside)).toBe(inClear)
  })

  it.each([
    [
      none,
      '10.0.0.1',
      'Le serveur de messagerie 10.0.0.1:993 est à une adresse privée, que cette installation n’appelle pas (MAILBOX_PRIVATE_HOSTS).',
    ],
    [
      HostList.all,
      '192.0.43.8',
      'Le serveur de messagerie 192.0.43.8:993 est sur Internet : sans chiffrement (security: none), le mot de passe y passerait en clair.',
    ],
  ])('is refused with %s by its address %s', (reach, host, message) => {
    expect(() => checkAddress(server('none', host), reach)).toThrow(message)
  })

  it('resolves only to the addresses that its mailbox may have', async () => {
    const look = (reach: 'any' | HostList) => promisify(lookupWithin(server('tls'), reach))
    const addresses = await look(HostList.all)('localhost', { all: true })
    expect(Array.isArray(addresses) && addresses.length > 0).toBe(true)
    await expect(look(none)('localhost', { all: true })).rejects.toMatchObject({ reason: 'address' })
    await expect(look('any')('inconnu.invalid', { all: true })).rejects.toMatchObject({
      syscall: 'getaddrinfo',
    })
  })
})

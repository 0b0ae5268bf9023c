import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { checkAddress, lookupWithin, mayReach } from '../../../src/mail/imap/private_hosts.ts'
import { isPrivate } from '../../../src/text/private_address.ts'

const server = (security: 'tls' | 'starttls' | 'none', host = 'mail.example.org') => ({
  host,
  port: 993,
  security,
})

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
  ])('is %s', (address) => expect(isPrivate(address)).toBe(true))

  it.each([
    '8.8.8.8',
    '100.128.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '203.0.113.7',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2001:4860:4860::8888',
  ])('is not %s', (address) => expect(isPrivate(address)).toBe(false))
})

describe('a mail server', () => {
  const [inside, outside] = ['10.0.0.1', '203.0.113.7']

  it.each([
    ['any', 'none', true, true],
    ['any', 'tls', true, true],
    ['private', 'none', true, false],
    ['private', 'starttls', true, true],
    ['public', 'none', false, false],
    ['public', 'tls', false, true],
  ] as const)('is allowed %s with %s: private %s, public %s', (reach, security, isInside, isOutside) => {
    expect(mayReach(server(security), reach, inside)).toBe(isInside)
    expect(mayReach(server(security), reach, outside)).toBe(isOutside)
  })

  it.each([
    [
      'public',
      'tls',
      '10.0.0.1',
      'Le serveur de messagerie 10.0.0.1:993 est à une adresse privée, que cette installation n’appelle pas (MAILBOX_PRIVATE_HOSTS).',
    ],
    [
      'private',
      'none',
      '203.0.113.7',
      'Le serveur de messagerie 203.0.113.7:993 est sur Internet : sans chiffrement (security: none), le mot de passe y passerait en clair.',
    ],
    [
      'public',
      'none',
      '203.0.113.7',
      'Le serveur de messagerie 203.0.113.7:993 n’est pas appelé sans chiffrement (security: none) : le mot de passe passerait en clair.',
    ],
  ] as const)('is refused %s with %s by its address: %s', (reach, security, host, message) => {
    expect(() => checkAddress(server(security, host), reach)).toThrow(message)
  })

  it('resolves only to the addresses that its mailbox may have', async () => {
    const look = (reach: 'any' | 'private' | 'public') => promisify(lookupWithin(server('tls'), reach))
    const addresses = await look('private')('localhost', { all: true })
    expect(Array.isArray(addresses) && addresses.length > 0).toBe(true)
    await expect(look('public')('localhost', { all: true })).rejects.toMatchObject({ reason: 'address' })
    await expect(look('any')('inconnu.invalid', { all: true })).rejects.toMatchObject({
      syscall: 'getaddrinfo',
    })
  })
})

import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { linkOf, linksOf } from '../../src/mail/mail_link.ts'

const links = { base: 'https://app.example.org/caserne' }

it.each([
  ['confirmation', 'https://app.example.org/caserne/confirmation?token=abc-_1'],
  ['reinitialisation', 'https://app.example.org/caserne/reset-mdp?token=abc-_1'],
  ['invitation', 'https://app.example.org/caserne/inscription?token=abc-_1'],
] as const)('the link of %s leads to %s', (genre, expected) => {
  expect(linkOf(genre, links, 'abc-_1')).toBe(expected)
})

it('links lead to the application, otherwise to the authentication server by its public address or its port', () => {
  const env = { APP_URL: 'https://app.example.org/', AUTH_URL: 'https://auth.example.org' }
  expect(linksOf(readConfig(env))).toEqual({ base: 'https://app.example.org' })
  expect(linksOf(readConfig({ ...env, APP_URL: '' }))).toEqual({ base: 'https://auth.example.org' })
  expect(linksOf(readConfig({ PORT: '5000' }))).toEqual({ base: 'http://localhost:5001' })
  expect(linksOf(readConfig({ PORT: '0' }), 6001)).toEqual({ base: 'http://localhost:6001' })
})

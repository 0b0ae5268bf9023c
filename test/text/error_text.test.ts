import { expect, it } from 'vitest'
import { Started } from '../../src/process/started.ts'
import { errorText } from '../../src/text/error_text.ts'

it('is the message of an error, or any other thrown value as text', () => {
  expect(errorText(new Error('La base manque.'))).toBe('La base manque.')
  expect(errorText('fini')).toBe('fini')
})

it('names each part that could not be stopped, last started first', async () => {
  const started = new Started()
  started.add('worker', () => Promise.reject(new Error('le worker ne répond plus')))
  started.add('pool', async () => undefined)
  started.add('server', () => Promise.reject(new Error('le serveur ne répond plus')))
  const fault = await started.stop().catch((error: unknown) => error)
  expect(errorText(fault)).toBe(
    'Tout ne s’est pas arrêté comme il faut :\n  le serveur ne répond plus\n  le worker ne répond plus',
  )
})

it('explains why a connection to several addresses failed', () => {
  const refused = ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED 127.0.0.1:5432']
  const error = new AggregateError(refused.map((text) => new Error(text)))
  expect(errorText(error)).toBe(refused.map((text) => `  ${text}`).join('\n'))
})

it('names the package that an installation without optional packages lacks', async () => {
  const name = 'not-installed-here'
  const error = await import(name).catch((error: unknown) => error)
  expect(errorText(error)).toBe(
    'Le paquet npm « not-installed-here » manque à cette installation : « npm ci », sans --omit=optional, l’installe.',
  )
})

it.each([
  [
    'EACCES',
    /^\/srv\/x\/\.data est refusé au compte \d+ \(mkdir, EACCES\) : donnez-lui ce droit, ou choisissez/,
  ],
  ['EROFS', /^\/srv\/x\/\.data est sur un disque en lecture seule : choisissez un autre dossier/],
])('says what to do about a folder that cannot be written: %s', (code, sentence) => {
  const fields = { code, syscall: 'mkdir', path: '/srv/x/.data' }
  expect(errorText(Object.assign(new Error(`${code}: raw, mkdir '/srv/x/.data'`), fields))).toMatch(sentence)
})

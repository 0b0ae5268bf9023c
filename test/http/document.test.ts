import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/http/document/document.ts'

const doors = (name: 'auth' | 'data') =>
  readDocument(name).operations.map(({ id, method, path, permissions }) => [method, path, id, permissions])

describe('the operations', () => {
  it('of the authentication API are public and exist under both prefixes', () => {
    expect(readDocument('auth').prefixes).toEqual(['/api/v1', '/auth/api/v1'])
    expect(doors('auth')).toEqual(
      expect.arrayContaining([
        ['post', '/login', 'login', null],
        ['post', '/refresh-token', 'refresh_token', null],
        ['get', '/sis', 'list_sis', null],
        ['get', '/.well-known/jwks.json', 'get_jwks', null],
      ]),
    )
  })

  it('of the data API require the permissions that clients rely on', () => {
    const lecture = [
      'intervention.lecture',
      'intervention.modification',
      'intervention.validation',
      'comptabilite.lecture',
    ]
    expect(readDocument('data').prefixes).toEqual(['/api/v2'])
    expect(doors('data')).toEqual(
      expect.arrayContaining([
        ['get', '/alarmes', 'list_alarmes', ['intervention.lecture']],
        ['get', '/interventions', 'list_interventions', lecture],
        ['get', '/interventions/{id}', 'get_intervention', lecture],
      ]),
    )
  })
})

it.each(['auth', 'data'] as const)('every operation of %s has a unique name', (name) => {
  const ids = readDocument(name).operations.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('login and refresh answer faulty input with 401, all other operations with 422', () => {
  const operations = [...readDocument('auth').operations, ...readDocument('data').operations]
  const odd = operations.filter(({ invalidStatus }) => invalidStatus !== 422)
  expect(odd.map(({ id, invalidStatus }) => [id, invalidStatus])).toEqual([
    ['login', 401],
    ['refresh_token', 401],
  ])
})

it('a record inherits the fields of its base (x-base), and pages have a default limit (x-limit)', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document is looked into
  const { components, paths } = readDocument('data').source as any
  const { MonExercice, Exercice } = components.schemas
  expect(MonExercice.required).toEqual([...Exercice.required, 'presence'])
  expect(Object.keys(MonExercice.properties)).toEqual([...Object.keys(Exercice.properties), 'presence'])
  expect([MonExercice['x-base'], MonExercice.additionalProperties]).toEqual([undefined, false])
  const limitOf = (path: string) =>
    paths[path].get.parameters.find(({ name }: { name: string }) => name === 'limit').schema.default
  expect([limitOf('/journal'), limitOf('/grades')]).toEqual([100, undefined])
})

it.each(['auth', 'data'] as const)('every operation of %s names the failures that it may meet', (name) => {
  // biome-ignore lint/suspicious/noExplicitAny: a document is looked into
  const { paths, components } = readDocument(name).source as any
  const always = ['429', '500', '503']
  const ofBodies = ['400', '413', '415']
  const operations = Object.values<object>(paths).flatMap((item) => Object.values(item))
  for (const { operationId, requestBody, responses } of operations) {
    const expected = requestBody === undefined ? always : [...always, ...ofBodies]
    expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining(expected)])
  }
  for (const response of ['TooManyRequests', 'Unavailable'])
    expect(Object.keys(components.responses[response].headers)).toEqual(['Retry-After'])
})

import { expect, it } from 'vitest'
import { readDocument } from '../../src/http/document/document.ts'
import { acceptsBare } from '../../src/http/input/accepts_bare.ts'
import { operationValidator } from '../../src/http/input/operation_validator.ts'

const bare = (['auth', 'data'] as const).flatMap((name) => {
  const { source, operations } = readDocument(name)
  return operations.flatMap((operation) => (acceptsBare(source, operation) ? { source, operation } : []))
})

it('is true of lists such as the sapeurs, and of nothing that its document refuses or adds to', async () => {
  expect(bare.map(({ operation }) => operation.id)).toContain('list_sapeurs')
  for (const { source, operation } of bare) {
    const validate = operationValidator(source, operation, false)
    const headers = { 'if-none-match': 'x', 'if-match': '', 'idempotency-key': ' ', token: 'y' }
    const request = { path: operation.path, search: '', query: {}, headers, body: undefined }
    expect([operation.id, await validate(request)]).toEqual([operation.id, { query: {}, path: {} }])
  }
})

it.each([
  ['a parameter in its path', { in: 'path', required: true, schema: { type: 'string' } }],
  ['a required parameter', { in: 'query', required: true, schema: { type: 'string' } }],
  ['a parameter with a default', { in: 'query', schema: { type: 'integer', default: 1 } }],
  ['a header of numbers', { in: 'header', schema: { type: 'integer' } }],
])('is false with %s', (_, parameter) => {
  const get = { parameters: [parameter] }
  expect(acceptsBare({ paths: { '/x': { get } } }, { path: '/x', method: 'get' })).toBe(false)
})

it('is false with a body', () => {
  const post = { requestBody: { content: {} } }
  expect(acceptsBare({ paths: { '/x': { post } } }, { path: '/x', method: 'post' })).toBe(false)
})

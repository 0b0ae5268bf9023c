import { describe, expect, it } from 'vitest'
import { requestIdOf, traceIdOf } from '../../src/http/watch/request_id.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe('the id of a request', () => {
  it.each([
    '0190b2c4-6f0e-7a31-8c55-3f4f4d4bb1aa',
    '7b45cc5e8ad94c4b8ad94c4b7b45cc5e',
    'Root=1-67891233-abcdef012345678912345678',
    'proxy_1:42.7',
  ])('is that of the client: %s', (given) => {
    expect(requestIdOf({ headers: { 'x-request-id': given } })).toBe(given)
  })

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['too short to be unlike others', '1234567'],
    ['too long', 'a'.repeat(65)],
    ['of two lines', 'abcdefgh\nabcdefgh'],
    ['with spaces', 'abcd efgh'],
    ['no ASCII', 'ééééééééé'],
    ['markup', '<script>1'],
  ])('is new when the one that is given is %s', (_what, given) => {
    const headers = given === undefined ? {} : { 'x-request-id': given }
    const id = requestIdOf({ headers })
    expect(id).toMatch(uuid)
    expect(requestIdOf({ headers })).not.toBe(id)
  })
})

describe('the trace of a request', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  it.each([`00-${trace}-00f067aa0ba902b7-01`, `cc-${trace}-00f067aa0ba902b7-00-what-follows`])(
    'is that of %s',
    (traceparent) => {
      expect(traceIdOf({ headers: { traceparent } })).toBe(trace)
    },
  )

  it.each([
    '',
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${trace}-01`,
  ])('is unknown for %j', (traceparent) => {
    expect(traceIdOf({ headers: { traceparent } })).toBeNull()
  })
})

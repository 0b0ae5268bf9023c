import { describe, expect, it } from 'vitest'
import { linesOf } from './print_log.ts'

const line = (requestId: string, msg: string) => `${JSON.stringify({ level: 30, requestId, msg })}\n`
const lines = [line('a1', 'first'), line('b2', 'failed'), line('b2', 'request'), '{"msg":"of no request"}\n']

describe('of a test that failed', () => {
  it('shows the lines of the request whose reference the failure names', () => {
    const failure = JSON.stringify([{ message: 'Erreur interne', actual: '{"reference":"b2"}' }])
    expect(linesOf(lines, failure)).toEqual([lines[1], lines[2]])
  })

  it('shows the last lines when the failure names no request', () => {
    expect(linesOf(lines, '[]')).toEqual(lines)
    const many = Array.from({ length: 30 }, (_, n) => line(`c${n}`, 'request'))
    expect(linesOf(many, '[]')).toEqual(many.slice(10))
  })
})

import { expect, it } from 'vitest'
import { followTrace } from '../../src/http/watch/follow_trace.ts'

it('leaves a statement alone where nothing is traced', () => {
  const statement = {
    name: 'list_grades',
    text: 'select api.list_grades() from request.open($1)',
    values: [1],
  }
  expect(followTrace(statement)).toBe(statement)
})

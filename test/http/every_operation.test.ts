import { beforeAll, describe, expect, it } from 'vitest'
import { refusesStrangers } from './every_operation/access.ts'
import { refusesFaults, takesNoMore } from './every_operation/bodies.ts'
import { useDoors } from './every_operation/doors.ts'
import { knowsItsOwn } from './every_operation/ids.ts'
import { loadSamples } from './every_operation/samples.ts'
import { operationAt, operations, unbounded } from './every_operation/schema.ts'
import { succeeds } from './every_operation/success.ts'
import type { Sample } from './samples/sample.ts'

const doors = useDoors()

it('every operation has a sample, and every sample an operation', async () => {
  expect([...(await loadSamples()).keys()].sort()).toEqual(operations.map(({ id }) => id).sort())
})

it('every text, number and list that is taken in has a bound', () => {
  expect(unbounded()).toEqual([])
})

it('every path leads to its own operation, whatever else it looks like', async () => {
  for (const { id, method, path } of operations) {
    const url = path.replaceAll(/\{\w+\}/g, '1')
    expect([url, await operationAt(method, url)]).toEqual([url, id])
  }
})

// What holds of each, whoever wrote it: with a sample of hs and one of test, which all that is refused leaves as they are.
describe.each(operations)('$id', (operation) => {
  const made = { hs: {} as Sample, test: {} as Sample }

  beforeAll(async () => {
    made.hs = await doors.sampleOf(operation)
    made.test = await doors.sampleOf(operation, 'test')
  })

  it('lets in nobody without a key of a SIS, a token, a right', () =>
    refusesStrangers(doors, operation, made))
  it('knows only what is there in this SIS', () => knowsItsOwn(doors, operation, made))
  it('names the field that is wrong', () => refusesFaults(doors, operation, made))
  it('succeeds with each of its permissions by itself', () => succeeds(doors, operation, made))
  it('takes no key that it does not name', () => takesNoMore(doors, operation))
})

import { expect, it } from 'vitest'
import { askEvery } from './every_operation/ask_every.ts'
import { loadSamples } from './every_operation/samples.ts'
import { operationAt, operations, unbounded } from './every_operation/schema.ts'

it('every operation has a sample, and every sample an operation', async () => {
  expect([...(await loadSamples()).keys()].sort()).toEqual(operations.map(({ id }) => id).sort())
})

it('every text, number and list of the input has a limit', () => {
  expect(unbounded()).toEqual([])
})

it('every path leads to its own operation, even when it resembles another', async () => {
  for (const { id, method, path } of operations) {
    const url = path.replaceAll(/\{\w+\}/g, '1')
    expect([url, operationAt(method, url)]).toEqual([url, id])
  }
})

askEvery('get')

import { beforeAll, describe, it } from 'vitest'
import type { Operation } from '../../../src/http/document/operation.ts'
import type { Sample } from '../samples/sample.ts'
import { refusesStrangers } from './access.ts'
import { refusesFaults, takesNoMore } from './bodies.ts'
import { useDoors } from './doors.ts'
import { knowsItsOwn } from './ids.ts'
import { operations } from './schema.ts'
import { succeeds } from './success.ts'

/**
 * Tests what holds for each operation of these methods: with a sample of hs and one of test, which refused
 * requests must leave unchanged.
 */
export function askEvery(...methods: Operation['method'][]): void {
  const doors = useDoors()
  describe.each(operations.filter(({ method }) => methods.includes(method)))('$id', (operation) => {
    const made = { hs: {} as Sample, test: {} as Sample }

    beforeAll(async () => {
      made.hs = await doors.sampleOf(operation)
      made.test = await doors.sampleOf(operation, 'test')
    })

    it('admits nobody without a Sis-Key, a token and a right', () => refusesStrangers(doors, operation, made))
    it('finds only rows of this SIS', () => knowsItsOwn(doors, operation, made))
    it('names the faulty field', () => refusesFaults(doors, operation, made))
    it('succeeds with each of its permissions alone', () => succeeds(doors, operation, made))
    it('ignores keys that it does not name', () => takesNoMore(doors, operation))
  })
}

import { beforeAll, describe, it } from 'vitest'
import type { Operation } from '../../../src/http/operation.ts'
import type { Sample } from '../samples/sample.ts'
import { refusesStrangers } from './access.ts'
import { refusesFaults, takesNoMore } from './bodies.ts'
import { useDoors } from './doors.ts'
import { knowsItsOwn } from './ids.ts'
import { operations } from './schema.ts'
import { succeeds } from './success.ts'

/**
 * Asks, as tests, what holds of each operation of these methods, whoever wrote it: with a sample of hs and one of test, which all that
 * is refused leaves as they are.
 */
export function askEvery(...methods: Operation['method'][]): void {
  const doors = useDoors()
  describe.each(operations.filter(({ method }) => methods.includes(method)))('$id', (operation) => {
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
}

import { beforeAll, describe, expect, it } from 'vitest'
import { yearTables } from '../support/year_tables.ts'
import { useDoors } from './every_operation/doors.ts'
import { operations } from './every_operation/schema.ts'

// Operations that change something, and nothing of an accounting year. Every other one must refuse a closed year.
const tables = yearTables()
function isIndependent({ id, records }: (typeof operations)[number]): boolean {
  const table = (records.answered ?? records.changed)?.table
  // A rotation answers many piquets, not a record. A new year is open.
  if (id === 'create_piquets_rotation' || id === 'create_exercice_comptable') return true
  return table !== undefined && !tables.has(table)
}

const doors = useDoors()
const writing = operations.filter(({ method }) => method !== 'get')

/** Opens or closes all years of the SIS. */
const close = (boucle: boolean) =>
  doors.sql('update app.exercices_comptables set boucle = $1 where boucle <> $1', [boucle])

beforeAll(() => close(false))

describe('in a closed accounting year', () => {
  it.each(writing.filter((operation) => !isIndependent(operation)))(
    '$id is refused and changes nothing',
    async (operation) => {
      const sample = await doors.sampleOf(operation)
      await close(true)
      try {
        const before = await doors.written()
        const { status, body } = await doors.knock(operation, sample)
        expect([status, body]).toEqual([409, { error: 'Exercice comptable bouclé' }])
        expect(await doors.written()).toEqual(before)
      } finally {
        await close(false)
      }
    },
  )

  it.each(writing.filter(isIndependent))('$id succeeds as ever', async (operation) => {
    const sample = await doors.sampleOf(operation)
    await close(true)
    try {
      const { status } = await doors.knock(operation, sample)
      expect(status).toBeLessThan(300)
    } finally {
      await close(false)
    }
  })
})

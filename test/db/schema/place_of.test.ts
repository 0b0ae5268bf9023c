import { expect, it } from 'vitest'
import { printIncluded } from '../../../src/db/schema/compile_schema.ts'
import { placeOf } from '../../../src/db/schema/place_of.ts'

const compiled = ['select 1;', printIncluded('api/a.sql', '-- A.\nselect 2;'), 'select 3;'].join('\n')
const placeIn = (text: string) => placeOf(compiled.indexOf(text) + 1, compiled, 'migrations/current.sql')

it('finds the line in the file of sql/', () => {
  expect(placeIn('select 2')).toBe('sql/api/a.sql:2')
})

it('finds the line in the including file, where an included file is one line', () => {
  expect(placeIn('select 1')).toBe('migrations/current.sql:1')
  expect(placeIn('select 3')).toBe('migrations/current.sql:3')
})

import { expect, it } from 'vitest'
import { extendSchemas, type RecordSchema } from '../../src/http/document/extend_schemas.ts'

const record = (field: string, base?: string): RecordSchema => ({
  ...(base !== undefined && { 'x-base': base }),
  required: [field],
  properties: { [field]: { type: 'string' } },
})

it('gives a record the fields of its base and of the base’s base, in any order of definition', () => {
  const schemas = { C: record('c', 'B'), A: record('a'), B: record('b', 'A'), D: record('d', 'A') }
  extendSchemas(schemas)
  expect(schemas.A).toEqual(record('a'))
  expect(schemas.B.required).toEqual(['a', 'b'])
  expect(schemas.C).toEqual({
    required: ['a', 'b', 'c'],
    properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
  })
  expect(schemas.D.required).toEqual(['a', 'd'])
})

it('gives a record the example of its base beside its own', () => {
  const examples = (field: string): [Record<string, unknown>] => [{ [field]: 1 }]
  const schemas = {
    A: { ...record('a'), examples: examples('a') },
    B: { ...record('b', 'A'), examples: examples('b') },
  }
  extendSchemas(schemas)
  expect(schemas.B.examples).toEqual([{ a: 1, b: 1 }])
})

it('refuses an unknown base, and bases that form a circle', () => {
  expect(() => extendSchemas({ A: record('a', 'Z') })).toThrow('x-base de A : le schéma Z n’existe pas')
  const circle = { A: record('a', 'B'), B: record('b', 'C'), C: record('c', 'A') }
  expect(() => extendSchemas(circle)).toThrow('x-base en boucle : A → B → C → A')
})

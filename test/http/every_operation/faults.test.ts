import { describe, expect, it } from 'vitest'
import { type Exchange, isNameless, writers } from '../fuzz_data/fuzz.ts'
import { bodyFaults, wrongQueries } from './faults.ts'
import { operations, type Schema } from './schema.ts'

// These tests prove that the tests of every operation detect faults in bodies and answers.
const schema: Schema = {
  type: 'object',
  required: ['nom', 'lignes'],
  properties: {
    nom: { type: 'string', minLength: 1, maxLength: 3 },
    rang: { type: ['integer', 'null'], minimum: 0, maximum: 9 },
    lignes: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: { type: 'object', required: ['id'], properties: { id: { $ref: '#/components/schemas/Id' } } },
    },
  },
}
const good = { nom: 'a', rang: 1, lignes: [{ id: 7 }] }

describe('the faults of a body', () => {
  const faults = bodyFaults(schema, good)
  const bodiesOf = (field: string) => faults.filter((each) => each.field === field).map(({ body }) => body)

  it('are one each, for every type and limit in use', () => {
    expect(bodiesOf('nom')).toEqual([
      '{"rang":1,"lignes":[{"id":7}]}',
      ...['7', '1.5', 'true', '[]', '{}', 'null', '"a\\u0000b"', '"\\ud800"', '""', '"  "', '"xxxx"'].map(
        (json) => `{"rang":1,"lignes":[{"id":7}],"nom":${json}}`,
      ),
    ])
    expect(bodiesOf('rang')).toEqual(
      ['"§"', '1.5', 'true', '[]', '{}', '-1', '10', '9223372036854775808', '1e400', '-1e400'].map(
        (json) => `{"nom":"a","lignes":[{"id":7}],"rang":${json}}`,
      ),
    )
  })

  it('occur inside lists too, and concern their limits', () => {
    const withLignes = (json: string) => `{"nom":"a","rang":1,"lignes":${json}}`
    expect(bodiesOf('lignes')).toEqual([
      '{"nom":"a","rang":1}',
      ...['"§"', '7', '1.5', 'true', '{}', 'null', '[]', '[{"id":7},{"id":7}]'].map(withLignes),
    ])
    expect(bodiesOf('lignes.0')).toContain(withLignes('["§"]'))
    expect(bodiesOf('lignes.0.id')).toEqual(
      expect.arrayContaining(['[{}]', '[{"id":0}]', '[{"id":null}]'].map(withLignes)),
    )
  })

  it('of a query follow its types', () => {
    expect(wrongQueries({ type: 'boolean' })).toContain('oui')
    expect(wrongQueries({ type: 'integer', minimum: 1, maximum: 9 })).toEqual(
      expect.arrayContaining(['x', '1.5', '1e400', '0', '10']),
    )
    expect(wrongQueries({ type: 'string', format: 'date' })).toContain('2026-02-30')
  })
})

describe('an answer to a random body', () => {
  const named = (error: unknown, body = '{}') =>
    !isNameless(
      schema,
      { method: 'POST', path: '', headers: {}, body },
      { status: 422, headers: {}, body: { error } },
    )

  it('must name an existing field; the whole body only when it is no object', () => {
    expect(
      [{ nom: [] }, { 'lignes.0.id': [] }, { rang: [], lignes: [] }].map((error) => named(error)),
    ).toEqual(Array(3).fill(true))
    expect([{}, { prenom: [] }, { 'lignes.0.no': [] }, { requete: [] }].map((error) => named(error))).toEqual(
      Array(4).fill(false),
    )
    expect(named({ requete: [] }, '[]')).toBe(true)
  })

  it('is compared with what its account wrote meanwhile', () => {
    const exchange = (user: string, began: number, ended: number) => ({ user, began, ended }) as Exchange
    const exchanges = [exchange('1', 0, 10), exchange('1', 11, 20), exchange('2', 0, 20)]
    const journal = [
      { user: '1', at: 12 },
      { user: '1', at: 15 },
      { user: null, at: 5 },
    ]
    expect([...writers(exchanges, journal)]).toEqual([exchanges[1]])
  })
})

it('the list of operations is not empty', () => {
  expect(operations.length).toBeGreaterThan(100)
})

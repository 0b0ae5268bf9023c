import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pick } from '../../src/http/input/reduce_body.ts'
import { cutPage, linkTo, slicePage } from '../../src/http/operation/paging.ts'

describe('the kept part of a body', () => {
  const source = {
    components: {
      schemas: {
        Ligne: { type: 'object', properties: { id: { type: 'integer' }, debut: { type: 'string' } } },
      },
    },
  }
  const schema = {
    type: 'object',
    properties: {
      objet: { type: 'string' },
      sapeurs: { type: 'array', items: { $ref: '#/components/schemas/Ligne' } },
      alarme: { oneOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Ligne' }] },
    },
  }

  it('has the fields of its schema, at every depth', () => {
    const body = {
      objet: 'Feu',
      statut: 3,
      sapeurs: [{ id: 1, nom: 'x' }, 7],
      alarme: { id: 2, sis_key: 'hs' },
    }
    expect(pick(source, schema, body)).toEqual({ objet: 'Feu', sapeurs: [{ id: 1 }, 7], alarme: { id: 2 } })
  })

  it('has no inherited key, and keeps null', () => {
    const body = JSON.parse('{"__proto__": {"objet": "x"}, "sapeurs": null, "alarme": 5}')
    expect(pick(source, schema, body)).toEqual({ sapeurs: null, alarme: 5 })
  })
})

describe('a page of a list', () => {
  const rows = [
    { nom: 'a', id: 1 },
    { nom: 'b', id: 2 },
    { nom: 'c', id: 3 },
  ]

  it('is cut when more rows follow, and its cursor has the values of the last row', () => {
    const { json, next } = cutPage(JSON.stringify(rows), ['nom', 'id'], 2)
    expect(JSON.parse(json)).toEqual(rows.slice(0, 2))
    expect(Buffer.from(next ?? '', 'base64url').toString()).toBe('["b",2]')
  })

  it('is complete when it is the last', () => {
    const json = JSON.stringify(rows)
    expect(cutPage(json, ['nom', 'id'], 3)).toEqual({ json, next: null })
  })

  it('consists of the same rows as the list, whatever their texts and lists hold', () => {
    const row = fc.record({ id: fc.integer(), nom: fc.string(), autres: fc.array(fc.jsonValue()) })
    const list = fc.array(row, { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(
        list,
        fc.integer({ min: 1, max: 8 }),
        fc.nat(8),
        fc.boolean(),
        (rows, limit, begin, spaced) => {
          const json = JSON.stringify(rows, null, spaced ? 1 : 0)
          const cut = cutPage(json, ['nom', 'id'], limit)
          expect(JSON.parse(cut.json)).toEqual(JSON.parse(JSON.stringify(rows.slice(0, limit))))
          const sliced = slicePage(json, { limit, after: [begin] })
          expect(JSON.parse(sliced.json)).toEqual(
            JSON.parse(JSON.stringify(rows.slice(begin, begin + limit))),
          )
        },
      ),
    )
  })

  it('is linked with the other parameters unchanged', () => {
    expect(linkTo('/api/v2/sapeurs?actif=true&limit=2&apres=x', 'WyJiIl0')).toBe(
      '</api/v2/sapeurs?actif=true&limit=2&apres=WyJiIl0>; rel="next"',
    )
  })
})

import { expect, it } from 'vitest'
import { readDocument } from '../../src/http/document/document.ts'
import { readFormValues } from '../../src/http/input/read_form_values.ts'

const { source } = readDocument('data')

function read(schema: object, value: unknown): unknown {
  const body = { value }
  readFormValues(source, { properties: { value: schema } }, body)
  return body.value
}
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const boolean = { type: 'boolean' }

it.each([
  ['an id', ref('Id'), '3', 3],
  ['an id that may be null', ref('IdOuNull'), '3', 3],
  ['an integer', ref('Tri'), '-7', -7],
  ['a number', { type: 'number' }, '12.50', 12.5],
  ['a boolean', boolean, 0, false],
  ['a boolean', boolean, 1, true],
  ['a boolean', boolean, '0', false],
  ['a boolean', boolean, '1', true],
  ['a boolean', boolean, 'true', true],
  ['a boolean', boolean, 'false', false],
  ['no id', ref('IdOuNull'), '', null],
  ['no date', ref('DateOuNull'), '', null],
  ['no instant', ref('InstantInOuNull'), '', null],
  ['no time', { type: ['string', 'null'], pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' }, '', null],
  ['no boolean', { type: ['boolean', 'null'] }, '', null],
  ['an id or its row', { oneOf: [ref('Id'), { type: 'object', properties: { id: ref('Id') } }] }, '3', 3],
])('reads %s', (_, schema, sent, value) => {
  expect(read(schema, sent)).toStrictEqual(value)
})

it.each([
  ['an empty id that may not be null', ref('Id'), ''],
  ['a text of digits', ref('Designation'), '3'],
  ['an empty text that may be null', ref('TexteOuNull'), ''],
  ['empty coordinates, whose pattern accepts them', { type: ['string', 'null'], pattern: '^(\\d+)?$' }, ''],
  ['an amount, which may be a text', ref('MontantIn'), '12.50'],
  ['a hexadecimal number', ref('Id'), '0x10'],
  ['a fraction for an integer', ref('Id'), '3.5'],
  ['digits beyond what a number holds', ref('Id'), '9007199254740993'],
  ['another word for yes', boolean, 'oui'],
  ['another number for yes', boolean, 2],
  ['a number for a number', { type: ['integer', 'boolean'] }, 1],
  ['a list for an id', ref('Id'), ['3']],
  ['null', ref('IdOuNull'), null],
])('leaves %s', (_, schema, sent) => {
  expect(read(schema, sent)).toStrictEqual(sent)
})

it('reads the elements of lists, of objects, and of alternatives', () => {
  const row = { type: 'object', properties: { id: ref('Id'), rta: boolean } }
  const body = { ids: ['1', 2, { id: '3' }], rows: [{ id: '4', rta: '1', autre: '5' }], autre: '6' }
  const rows = { oneOf: [{ type: 'null' }, { type: 'array', items: row }] }
  readFormValues(source, { properties: { ids: ref('Ids'), rows } }, body)
  expect(body).toStrictEqual({ ids: [1, 2, { id: 3 }], rows: [{ id: 4, rta: true, autre: '5' }], autre: '6' })
})

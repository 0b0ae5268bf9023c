import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/http/document/document.ts'
import { fieldsOf, type Placed, parametersOf } from '../support/document_fields.ts'

const places = (found: Placed[]) => found.map(({ place }) => place)
const undescribed = (found: Placed[]) =>
  places(found.filter(({ schema }) => !/\w/.test(schema.description ?? '')))

describe.each([
  ['data', 1000],
  ['auth', 100],
] as const)('the document of the %s API', (name, least) => {
  const { source } = readDocument(name)

  it('describes every field', () => {
    expect(places(fieldsOf(source)).length).toBeGreaterThan(least)
    expect(undescribed(fieldsOf(source))).toEqual([])
  })

  it('describes every parameter', () => {
    expect(undescribed(parametersOf(source))).toEqual([])
  })
})

it('detects fields without description in schemas, bodies, answers and lists', () => {
  const schema = {
    type: 'object',
    properties: { id: { type: 'integer' }, nom: { description: 'Last name.' } },
  }
  const content = { 'application/json': { schema: { type: 'array', items: schema } } }
  const responses = { 200: { content }, 404: { $ref: '#/components/responses/Error' } }
  const document = {
    paths: { '/a': { post: { operationId: 'create_a', requestBody: { content }, responses } } },
    components: { schemas: { A: schema }, responses: { Error: { content } } },
  }
  expect(undescribed(fieldsOf(document))).toEqual([
    'A.id',
    'create_a body.id',
    'create_a 200.id',
    'create_a 404.id',
  ])
})

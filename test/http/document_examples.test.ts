import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { describeExamples } from '../../src/http/document/describe_examples.ts'
import { readDocument } from '../../src/http/document/document.ts'
import { formats } from '../../src/http/input/formats.ts'
import { contentsOf } from '../support/document_fields.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into
type Json = any

/** Bodies and answers without an example, and examples that their schema refuses. Files need none. */
function exampleFaults(document: Json): string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false })
  addFormats.default(ajv, { mode: 'full' })
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format)
  ajv.addSchema({ $id: 'document', components: document.components })
  // Refusals look the same in hundreds of places.
  const compiled = new Map<string, ValidateFunction>()
  const faultsOf = (place: string, schema: Json, examples: unknown[]): string[] => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text))
    compiled.set(text, validate)
    return examples.flatMap((example) =>
      validate(example) ? [] : [`${place}: ${ajv.errorsText(validate.errors)}`],
    )
  }
  const contents = contentsOf(document).filter(
    ({ media, content }) => media !== 'multipart/form-data' && content.schema.format !== 'binary',
  )
  return [
    ...contents.flatMap(({ place, content }) => {
      const examples = content.examples
        ? Object.values<Json>(content.examples).map(({ value }) => value)
        : [content.example]
      if (examples.includes(undefined)) return [`${place}: no example`]
      return faultsOf(place, content.schema, examples)
    }),
    ...Object.entries<Json>(document.components.schemas).flatMap(([name, schema]) =>
      faultsOf(name, schema, schema.examples ?? []),
    ),
  ]
}

describe.each(['data', 'auth'] as const)('the document of the %s API', (name) => {
  it('shows an example of every body and answer, valid by its schema', () => {
    expect(exampleFaults(readDocument(name).source)).toEqual([])
  })
})

const small = (own: object) => ({
  paths: {
    '/a': {
      get: {
        operationId: 'list_a',
        responses: {
          200: { content: { 'application/json': { schema: { items: { $ref: '#/components/schemas/A' } } } } },
        },
      },
    },
  },
  components: {
    responses: {},
    schemas: {
      Id: { type: 'integer', examples: [12] },
      A: {
        type: 'object',
        required: ['id', 'nom'],
        properties: {
          id: { $ref: '#/components/schemas/Id' },
          nom: { type: 'string' },
          note: { type: 'string' },
        },
        ...own,
      },
    },
  },
})

it('combines the example of an answer from those of its schemas, without hidden fields', () => {
  const document = small({ examples: [{ nom: 'Zwahlen' }] })
  describeExamples(document)
  expect(contentsOf(document)[0]?.content.example).toEqual([{ id: 12, nom: 'Zwahlen' }])
  expect(exampleFaults(document)).toEqual([])
})

it('detects a missing example, and one that its schema refuses', () => {
  expect(exampleFaults(small({}))).toEqual(['list_a 200: no example'])
  const wrong = small({ examples: [{ nom: 7 }] })
  describeExamples(wrong)
  expect(exampleFaults(wrong)).toEqual([
    'list_a 200: data/0/nom must be string',
    'A: data/nom must be string',
  ])
})

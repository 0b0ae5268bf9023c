import { resolveSchema } from './resolve_schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into before it is checked
type Json = any

const JSON_TYPE = 'application/json'

/**
 * Adds an example to every record, JSON body and JSON answer of a document. `examples` of a schema holds values for its
 * own fields; the rest comes from the schemas that it refers to.
 */
export function describeExamples(document: Json): void {
  const { schemas, responses } = document.components
  const whole = Object.entries<Json>(schemas).filter(([, schema]) => schema.properties !== undefined)
  const examples = whole.map(([, schema]) => exampleOf(document, schema))
  for (const [index, [, schema]] of whole.entries()) schema.examples = [examples[index]]
  const operations = Object.values<Json>(document.paths).flatMap((item) => Object.values<Json>(item))
  const described = operations.flatMap((each) => [each.requestBody, ...Object.values<Json>(each.responses)])
  for (const each of [...Object.values<Json>(responses), ...described]) {
    const content = each?.content?.[JSON_TYPE]
    if (content !== undefined && content.examples === undefined)
      content.example ??= exampleOf(document, content.schema)
  }
}

// An example of a schema; undefined if neither the schema nor one that it refers to determines a value.
function exampleOf(document: Json, schema: Json): unknown {
  const known = resolveSchema(document, schema)
  const [own] = schema.examples ?? known.examples ?? []
  if (known.properties !== undefined) return objectOf(document, known, own ?? {})
  if (own !== undefined) return own
  if (known.const !== undefined) return known.const
  if (known.enum !== undefined) return known.enum[0]
  if (known.oneOf !== undefined) return exampleOf(document, known.oneOf[0])
  if (known.items !== undefined) return [exampleOf(document, known.items)]
  return [known.type].flat()[0] === 'boolean' ? false : undefined
}

// Shows an optional field only if the schema's own example has it.
function objectOf(document: Json, schema: Json, own: Json): Json {
  const shown = Object.keys(schema.properties).filter(
    (name) => name in own || schema.required?.includes(name),
  )
  return Object.fromEntries(
    shown.map((name) => [name, name in own ? own[name] : exampleOf(document, schema.properties[name])]),
  )
}

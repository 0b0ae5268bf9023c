import { resolveSchema } from '../../src/http/document/resolve_schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into
type Json = any

/** A schema with its place in its document. */
export interface Placed {
  place: string
  schema: Json
}

/** Bodies of requests and answers of a document, one for each media type, with their examples. */
export function contentsOf(document: Json): { place: string; media: string; content: Json }[] {
  const found = []
  for (const item of Object.values<Json>(document.paths))
    for (const { operationId, requestBody, responses } of Object.values<Json>(item)) {
      for (const [media, content] of Object.entries<Json>(requestBody?.content ?? {}))
        found.push({ place: `${operationId} body`, media, content })
      for (const [status, response] of Object.entries<Json>(responses))
        for (const [media, content] of Object.entries<Json>(
          resolveResponse(document, response).content ?? {},
        ))
          found.push({ place: `${operationId} ${status}`, media, content })
    }
  return found
}

/** Every field of the schemas, bodies and answers of a document, except `data`, the envelope of an answer. */
export function fieldsOf(document: Json): Placed[] {
  const roots: Placed[] = [
    ...Object.entries<Json>(document.components.schemas).map(([place, schema]) => ({ place, schema })),
    ...contentsOf(document).map(({ place, content }) => ({ place, schema: content.schema })),
  ]
  return roots.flatMap(({ place, schema }) => {
    const data = / \d+$/.test(place) ? schema.properties?.data : undefined
    return within(schema, place).filter((each) => each.schema !== data)
  })
}

/** The parameters of a document. */
export function parametersOf(document: Json): Placed[] {
  return Object.values<Json>(document.paths)
    .flatMap((item) => Object.values<Json>(item))
    .flatMap(({ operationId, parameters = [] }) =>
      parameters.map((schema: Json) => ({ place: `${operationId} ${schema.name}`, schema })),
    )
}

function within(schema: Json, place: string): Placed[] {
  const fields = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, each]) => [
    { place: `${place}.${name}`, schema: each },
    ...within(each, `${place}.${name}`),
  ])
  const others = [schema.items, ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].filter(Boolean)
  return [...fields, ...others.flatMap((each) => within(each, place))]
}

function resolveResponse(document: Json, response: Json): Json {
  const name = /^#\/components\/responses\/(\w+)$/.exec(response.$ref ?? '')?.[1]
  return name === undefined ? resolveSchema(document, response) : document.components.responses[name]
}

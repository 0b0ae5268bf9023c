import type { Operation } from '../document/operation.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document
type Json = any

/**
 * The part of an OpenAPI document that describes the requests of one operation, at the root of a server. With
 * `withAnswers` it describes the answers too.
 */
export function cutDocument(
  source: Json,
  { path, method }: Pick<Operation, 'path' | 'method'>,
  withAnswers: boolean,
): Json {
  const { parameters = [], requestBody, responses } = source.paths[path][method]
  const operation = {
    parameters,
    ...(requestBody && { requestBody }),
    responses: withAnswers ? responses : {},
  }
  return {
    openapi: source.openapi,
    info: source.info,
    servers: [{ url: '/' }],
    paths: { [path]: { [method]: operation } },
    components: componentsOf(source, operation),
  }
}

// The components that an operation needs, directly or through others.
function componentsOf(source: Json, operation: Json): Json {
  const found: Json = {}
  const collect = (value: Json): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      found[kind] ??= {}
      if (name in found[kind]) continue
      found[kind][name] = source.components[kind][name]
      collect(found[kind][name])
    }
  }
  collect(operation)
  return found
}

// biome-ignore lint/suspicious/noExplicitAny: any document
type Json = any

/**
 * The part of an OpenAPI document that describes the requests of a path's operations, at the root of a server. With
 * `withAnswers` it describes the answers too.
 */
export function cutDocument(source: Json, path: string, withAnswers: boolean): Json {
  const operations: Json = {}
  for (const [method, { parameters = [], requestBody, responses }] of Object.entries<Json>(
    source.paths[path],
  ))
    operations[method] = {
      parameters,
      ...(requestBody && { requestBody }),
      responses: withAnswers ? responses : {},
    }
  return {
    openapi: source.openapi,
    info: source.info,
    servers: [{ url: '/' }],
    paths: { [path]: operations },
    components: componentsOf(source, operations),
  }
}

// The components that operations need, directly or through others.
function componentsOf(source: Json, operations: Json): Json {
  const found: Json = {}
  const collect = (value: Json): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      found[kind] ??= {}
      if (name in found[kind]) continue
      found[kind][name] = source.components[kind][name]
      collect(found[kind][name])
    }
  }
  collect(operations)
  return found
}

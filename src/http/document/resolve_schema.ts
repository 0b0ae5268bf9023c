// biome-ignore lint/suspicious/noExplicitAny: any document
type Json = any

/** The schema that a schema refers to; the schema itself without a `$ref`. */
export function resolveSchema(document: Json, schema: Json): Json {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? '')?.[1]
  return name === undefined ? schema : resolveSchema(document, document.components.schemas[name])
}

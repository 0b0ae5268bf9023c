/** The schema of a record before extendSchemas has completed it. */
export interface RecordSchema {
  'x-base'?: string
  required?: string[]
  properties?: Record<string, unknown>
  /** One example of the fields that the schema itself adds. */
  examples?: [Record<string, unknown>]
}

/**
 * Adds the fields of its base to each schema that names one as its `x-base`. A base may have a base itself. The fields
 * are copied, because exact schemas (`additionalProperties: false`) cannot be combined by `allOf`.
 * @throws when a base does not exist, or when schemas are based on each other
 */
export function extendSchemas(schemas: Record<string, RecordSchema>): void {
  for (const name of Object.keys(schemas)) extend(schemas, name, [])
}

function extend(schemas: Record<string, RecordSchema>, name: string, heirs: string[]): RecordSchema {
  const schema = schemas[name]
  if (schema === undefined) throw new Error(`x-base de ${heirs.at(-1)} : le schéma ${name} n’existe pas`)
  if (heirs.includes(name)) throw new Error(`x-base en boucle : ${[...heirs, name].join(' → ')}`)
  const { 'x-base': base } = schema
  if (base === undefined) return schema
  const { required = [], properties, examples } = extend(schemas, base, [...heirs, name])
  delete schema['x-base']
  schema.required = [...required, ...(schema.required ?? [])]
  schema.properties = { ...properties, ...schema.properties }
  if (examples !== undefined) schema.examples = [{ ...examples[0], ...schema.examples?.[0] }]
  return schema
}

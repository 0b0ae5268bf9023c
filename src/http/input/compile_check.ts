import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { formats } from './formats.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document
type Json = any

/**
 * The use of a schema. Parameters arrive as texts and are converted to the types of their schema. Input gets defaults;
 * answers do not.
 */
type Purpose = 'parameters' | 'body' | 'answer' | 'import'

const purposes: Record<Purpose, Options> = {
  parameters: { allErrors: true, useDefaults: true, coerceTypes: true },
  body: { allErrors: true, useDefaults: true },
  answer: {},
  import: { allErrors: true, strictNumbers: false },
}
const compilers = new Map<Purpose, Ajv2020>()

/** Compiles a schema that may refer to components of an OpenAPI document. The document must be valid. */
export function compileCheck(document: Json, schema: Json, purpose: Purpose): ValidateFunction {
  const ajv = compilers.get(purpose) ?? newCompiler(purposes[purpose])
  compilers.set(purpose, ajv)
  return ajv.compile({ ...schema, components: componentsOf(document, schema) })
}

function newCompiler(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    validateSchema: false,
    verbose: true,
    ...options,
  })
  addFormats.default(ajv, { mode: 'full' })
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format)
  return ajv
}

// The components that a schema needs, directly or through others. Ajv would walk through all of them otherwise.
function componentsOf(document: Json, schema: Json): Json {
  const found: Json = {}
  const collect = (value: Json): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      found[kind] ??= {}
      if (name in found[kind]) continue
      found[kind][name] = document.components[kind][name]
      collect(found[kind][name])
    }
  }
  collect(schema)
  return found
}

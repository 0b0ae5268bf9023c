import { resolveSchema } from './resolve_schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into before it is checked
type Json = any

const KIB = 1024
/** The usual limit of a body, in bytes. Those of the authentication API are small. */
const usual = { auth: 4 * KIB, data: 16 * KIB }
/** The highest limit, in bytes: lists of a thousand long rows are sent in parts. */
const HIGHEST = 1024 * KIB
// A letter with an accent takes two bytes, and clients send fields that the schema does not name.
const FACTOR = 2
// Room for a value whose length no schema limits.
const OPEN = 2_000
const NUMBER = 24

/**
 * Says how many bytes the JSON body of each operation may have (`x-body-limit` of its requestBody): enough for the
 * largest body of its schema. Without a token the limit is the usual one, whatever the schema.
 */
export function describeBodies(document: Json, name: 'auth' | 'data'): void {
  for (const item of Object.values<Json>(document.paths))
    for (const { requestBody, security } of Object.values<Json>(item)) {
      const schema = requestBody?.content['application/json']?.schema
      if (schema === undefined) continue
      const isOpen = security.length === 0 || security.some((each: object) => Object.keys(each).length === 0)
      const needed = isOpen ? 0 : FACTOR * largest(document, schema)
      requestBody['x-body-limit'] ??= Math.min(HIGHEST, Math.max(usual[name], nextPower(needed)))
    }
}

function nextPower(size: number): number {
  return 2 ** Math.ceil(Math.log2(size + 1))
}

// About how long the JSON of the largest value of a schema is.
function largest(document: Json, schema: Json): number {
  const known = resolveSchema(document, schema)
  const sizes = (known.oneOf ?? []).map((each: Json) => largest(document, each))
  const types = [known.type ?? []].flat()
  if (known.properties) {
    const fields = Object.entries<Json>(known.properties)
    sizes.push(fields.reduce((sum, [key, each]) => sum + key.length + 4 + largest(document, each), 2))
  } else if (types.includes('object')) sizes.push(OPEN)
  if (known.items) sizes.push(2 + (known.maxItems ?? 1000) * (1 + largest(document, known.items)))
  if (types.includes('string')) sizes.push(2 + (known.maxLength ?? (known.format || known.enum ? 40 : OPEN)))
  return Math.max(NUMBER, ...sizes)
}

import { resolve, type Schema, typesOf } from './schema.ts'

/** A JSON value with a fault at one place. `within`: the refusal may also name a place inside it. */
interface Wrong {
  json: string
  within?: boolean
}

/** A body with one fault, and the field that its refusal must name. */
interface Fault {
  field: string
  body: string
  within: boolean
}

// A value by type of JSON Schema.
const values: [types: string[], json: string][] = [
  [['string'], '"§"'],
  [['integer', 'number'], '7'],
  [['number'], '1.5'],
  [['boolean'], 'true'],
  [['array'], '[]'],
  [['object'], '{}'],
  [['null'], 'null'],
]

// Texts that resemble a date or time.
const nearly: Record<string, string[]> = {
  date: ['2026-02-30', '2026-3-1', '10000-01-01', '2026-03-14T00:00:00Z', 'hier'],
  instant: [
    '2026-02-30 10:00',
    '2026-03-14 24:00',
    '2026-03-14',
    '2026-03-14 10:00+99:00',
    '0001-01-01 00:00',
    'hier',
  ],
  moment: ['2026-02-30', '2026-03-14 25:00', 'hier'],
  email: ['a', 'a@', '@example.org', 'a@b@example.org'],
}

/** Values that a schema does not admit. */
function wrongValues(schema: Schema): Wrong[] {
  const known = resolve(schema)
  const types = typesOf(known)
  if (types.length === 0) return []
  const within = known.oneOf !== undefined
  const typed = values
    .filter(([of]) => !of.some((each) => types.includes(each)))
    .map(([, json]) => ({ json, within }))
  if (within) return typed
  return [
    ...typed,
    ...(types.includes('string') ? wrongTexts(known) : []),
    ...(types.includes('integer') || types.includes('number') ? wrongNumbers(known) : []),
    ...(types.includes('array') && known.minItems ? [{ json: '[]' }] : []),
  ]
}

function wrongTexts({ minLength, maxLength, pattern, format, enum: choice }: Schema): Wrong[] {
  const texts = [
    'a\0b',
    '\ud800',
    ...(minLength ? ['', '  '] : []),
    ...(maxLength ? ['x'.repeat(maxLength + 1)] : []),
    // A pattern that accepts nearly everything still refuses a line end.
    ...((pattern ?? format ?? choice) ? [pattern && new RegExp(pattern).test('§') ? 'x\r\ny' : '§'] : []),
    ...(nearly[format ?? ''] ?? []),
    ...(format === 'date' && pattern ? ['0001-01-01', '2200-01-01'] : []),
  ]
  return texts.map((text) => ({ json: JSON.stringify(text) }))
}

function wrongNumbers({ minimum, maximum, enum: choice }: Schema): Wrong[] {
  return [
    ...(minimum === undefined ? [] : [String(minimum - 1)]),
    ...(maximum === undefined ? [] : [String(maximum + 1), '9223372036854775808']),
    ...(choice ? ['999'] : []),
    '1e400',
    '-1e400',
  ].map((json) => ({ json }))
}

/** The bodies made from a valid one by one fault each. */
export function bodyFaults(schema: Schema, good: unknown): Fault[] {
  const faults: Fault[] = []
  const add = (path: (string | number)[], json: string | undefined, within = false) =>
    faults.push({ field: path.join('.'), body: put(good, path, json), within })
  const walk = (schema: Schema, path: (string | number)[], value: unknown) => {
    const { properties = {}, required = [], items, maxItems } = resolve(schema)
    // A password may be blank: it is not trimmed.
    const admitted = path.at(-1) === 'password' ? '"  "' : undefined
    const wrong = path.length === 0 ? [] : wrongValues(schema).filter(({ json }) => json !== admitted)
    for (const { json, within } of wrong) add(path, json, within)
    for (const name of required) add([...path, name], undefined)
    if (isObject(value))
      for (const [name, each] of Object.entries(properties)) walk(each, [...path, name], value[name])
    if (!Array.isArray(value) || items === undefined || value.length === 0) return
    if (maxItems !== undefined)
      add(
        path,
        `[${Array(maxItems + 1)
          .fill(JSON.stringify(value[0]))
          .join()}]`,
      )
    walk(items, [...path, 0], value[0])
  }
  walk(schema, [], good)
  return faults
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// The JSON of a value with another at a place; undefined removes the old one.
function put(value: unknown, [first, ...rest]: (string | number)[], json: string | undefined): string {
  if (first === undefined) return json ?? 'null'
  if (Array.isArray(value))
    return `[${value.map((each, n) => (n === first ? put(each, rest, json) : JSON.stringify(each))).join()}]`
  const entries = Object.entries(isObject(value) ? value : {}).filter(([key]) => key !== first)
  const texts = entries.map(([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(each)}`)
  if (json !== undefined || rest.length > 0)
    texts.push(`${JSON.stringify(first)}:${put(isObject(value) ? value[first] : undefined, rest, json)}`)
  return `{${texts.join()}}`
}

/** Texts that a parameter of a query does not admit. */
export function wrongQueries(schema: Schema): string[] {
  const { minimum, maximum, maxLength, format, pattern, enum: choice } = resolve(schema)
  const types = typesOf(schema)
  if (types.includes('boolean')) return ['oui', '1', '']
  if (types.includes('integer')) {
    const bounds = [
      minimum === undefined ? [] : [minimum - 1],
      maximum === undefined ? [] : [maximum + 1],
    ].flat()
    return ['x', '1.5', '1e400', '', ...bounds.map(String), ...(choice ? ['999'] : [])]
  }
  if (!types.includes('string')) return []
  return [
    ...(maxLength ? ['x'.repeat(maxLength + 1)] : []),
    ...((format ?? pattern ?? choice) ? ['§'] : []),
    ...(nearly[format ?? ''] ?? []),
  ]
}

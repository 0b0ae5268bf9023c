import fc from 'fast-check'
import { resolve, type Schema, typesOf } from '../every_operation/schema.ts'
import type { Tree } from './tree.ts'

type Path = (string | number)[]

/** Values of a body by their place: keys, with * for any place in a list. */
export function known(good: unknown): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const visit = (value: unknown, path: Path): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value))
        visit(each, [...path, Array.isArray(value) ? '*' : key])
    else found.set(path.join('.'), (found.get(path.join('.')) ?? new Set()).add(JSON.stringify(value)))
  }
  visit(good, [])
  return found
}

/** Trees that a schema admits; at a place with known values, mostly these. */
export function validJson(schema: Schema, path: Path, meant: Map<string, Set<string>>): fc.Arbitrary<Tree> {
  const { oneOf, enum: choice, required = [], items, minItems = 0 } = resolve(schema)
  const properties = propertiesOf(schema, path, meant)
  const values = [...(meant.get(path.join('.')) ?? [])]
  if (oneOf) return fc.oneof(...oneOf.map((each) => validJson(each, path, meant)))
  if (choice) return fc.constantFrom(...choice.map((each) => JSON.stringify(each)))
  const kinds = typesOf(schema).map((type): { weight: number; arbitrary: fc.Arbitrary<Tree> } => {
    if (type === 'object') {
      const named = Object.entries(properties).map(([key, each]) =>
        fc
          .option(validJson(each, [...path, key], meant), {
            freq: required.includes(key) ? 60 : 2,
            nil: null,
          })
          .map((tree) => [key, tree] as const),
      )
      const entries = fc
        .tuple(...named)
        .map((all) => all.flatMap(([key, tree]): [string, Tree][] => (tree === null ? [] : [[key, tree]])))
      return { weight: 9, arbitrary: entries.map((each) => ({ entries: each })) }
    }
    if (type === 'array') {
      const list = fc.array(validJson(items ?? {}, [...path, '*'], meant), {
        minLength: minItems,
        maxLength: minItems + 2,
      })
      return { weight: 9, arbitrary: list.map((each) => ({ items: each })) }
    }
    return {
      weight: type === 'null' ? 1 : 5,
      arbitrary: scalar(type, resolve(schema)).map((value) => JSON.stringify(value)),
    }
  })
  // Other ids mostly refer to nothing.
  const weight = /id$|\*$/.test(path.at(-1)?.toString() ?? '') ? 90 : 12
  if (values.length > 0) kinds.push({ weight, arbitrary: fc.constantFrom(...values) })
  return kinds.length === 0 ? fc.constant('null') : fc.oneof(...kinds)
}

// An object that leaves its keys open has those of known values.
function propertiesOf(schema: Schema, path: Path, meant: Map<string, Set<string>>): Record<string, Schema> {
  const { properties = {}, additionalProperties } = resolve(schema)
  if (typeof additionalProperties !== 'object') return properties
  const below = [...meant.keys()].map((each) => each.split('.'))
  const keys = below
    .filter((each) => path.every((key, n) => each[n] === key))
    .map((each) => each[path.length])
  const open = keys.flatMap((key) => (key === undefined ? [] : [[key, additionalProperties] as const]))
  return { ...Object.fromEntries(open), ...properties }
}

// Made once: it is a large table.
const sign = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((each) => each.toISOString())

const near = fc
  .date({ min: new Date('2026-03-14'), max: new Date('2026-03-15'), noInvalidDate: true })
  .map((each) => each.toISOString())

function scalar(
  type: string,
  { minimum = -1000, maximum = 1000, format, pattern, minLength = 0, maxLength = 60 }: Schema,
): fc.Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') {
    const near = { min: Math.max(minimum, -60), max: Math.min(maximum, Math.max(minimum, 0) + 60) }
    return fc.oneof(fc.integer(near), fc.integer({ min: minimum, max: maximum }))
  }
  if (type === 'number')
    return fc
      .integer({ min: Math.ceil(minimum * 100), max: Math.floor(maximum * 100) })
      .map((cents) => cents / 100)
  if (format === 'date') return days.map((day) => day.slice(0, 10))
  // Mostly near the date of the samples: a presence, for example, lies within a day of its intervention.
  if (format === 'instant')
    return fc
      .tuple(fc.oneof({ weight: 3, arbitrary: near }, days), fc.constantFrom('', 'Z', '+01:00', '-05:30'))
      .map(([day, zone]) => `${day.slice(0, 10)}${zone === '' ? ' ' : 'T'}${day.slice(11, 19)}${zone}`)
  if (format === 'email')
    return fc.constantFrom('a@example.org', 'é@exämple.org', "o'b@example.org", 'A@EXAMPLE.org')
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'))
  return fc.string({ unit: sign, minLength, maxLength: Math.min(maxLength, 60) })
}

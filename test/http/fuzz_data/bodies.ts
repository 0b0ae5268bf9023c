import fc from 'fast-check'
import { resolve, type Schema, typesOf } from '../every_operation/schema.ts'

type Path = (string | number)[]

const hostileTexts = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\udfff',
    '\u202eadmin',
    'é',
    'é',
    '🚒',
    'ﷺ',
    '\u2028',
    '\r\nSet-Cookie: a=b',
  ],
  ...[
    "'; drop table app.sapeurs; --",
    '$1',
    '%s%n',
    '\\',
    '{"admin":true}',
    '<script>alert(1)</script>',
    '../../x',
  ],
  ...[
    '__proto__',
    'constructor',
    'null',
    'NaN',
    'Infinity',
    '1e400',
    '-0',
    'true',
    '0x10',
    '１２',
    '1,5',
    '1.005',
  ],
  ...[
    '2026-02-30',
    '0000-01-01',
    '9999-12-31',
    'infinity',
    'epoch',
    'now',
    'allballs',
    '24:00',
    '23:59:60',
    '2026-03-29 02:30',
  ],
  ...[
    '2026-10-25T02:30:00+02:00',
    '1900-01-01 00:00',
    '2199-12-31 23:59:59.999999',
    '2026-03-14T14:30:00+14:59',
  ],
  ...['x'.repeat(300), 'é'.repeat(20_000), '+41 79 555 10 10', '756.1234.5678.97', 'CH9300762011623852957'],
]
// As JSON, which knows more numbers than JavaScript.
const hostileJson = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1',
    '1.5',
    '1e400',
    '-1e400',
    '1e-400',
    '2147483648',
    '-2147483649',
  ],
  ...[
    '9007199254740993',
    '9223372036854775807',
    '9223372036854775808',
    '99999999999999999999999999',
    '0.1e1',
    '1e2',
  ],
  ...['[]', '{}', '[[]]', '[null]', '[{}]', '{"id":1}', '{"$ne":null}', '{"toString":1}', '{"length":1e9}'],
  ...[
    '{"__proto__":{"id":1}}',
    '{"a":1,"a":2}',
    '"\\ud800"',
    '"\\u0000"',
    `${'['.repeat(2000)}${']'.repeat(2000)}`,
  ],
]

/** JSON that some server has fallen over. */
const hostile: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts).map((text) => JSON.stringify(text)) },
  { weight: 5, arbitrary: fc.constantFrom(...hostileJson) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
)

const extraKeys = [
  'id',
  'sis_key',
  'statut',
  'created_at',
  'nom_prenom',
  '__proto__',
  'constructor',
  'numero',
  'no',
]

/**
 * Bodies for a schema, as texts: one in three valid, others wrong in one place, in some, or altogether.
 * @param good a body that means something: its values turn up again.
 */
export function bodies(schema: Schema, good: unknown): fc.Arbitrary<string> {
  const valid = validJson(schema, [], known(good))
  const broken = fc.tuple(valid, fc.array(fc.tuple(fc.nat(), hostile), { minLength: 1, maxLength: 3 }))
  const nonsense = ['', '{', '[]', '[{}]', 'null', '"x"', '7', '{"a":}', '{}', '\ufeff{}', '{"a":1}{"b":2}']
  return fc.oneof(
    { weight: 32, arbitrary: valid.map(write) },
    { weight: 45, arbitrary: broken.map(([tree, changes]) => write(changes.reduce(alter, tree))) },
    {
      weight: 15,
      arbitrary: fc
        .tuple(valid, fc.constantFrom(...extraKeys), hostile)
        .map(([tree, key, json]) => write(extend(tree, key, json))),
    },
    {
      weight: 5,
      arbitrary: fc
        .tuple(valid.map(write), fc.nat())
        .map(([text, n]) => text.slice(0, n % (text.length + 1))),
    },
    { weight: 3, arbitrary: fc.constantFrom(...nonsense) },
  )
}

// A body before it is written: keys may stand in it twice, and leaves are JSON already.
type Tree = { entries: [string, Tree][] } | { items: Tree[] } | string

function write(tree: Tree): string {
  if (typeof tree === 'string') return tree
  if ('items' in tree) return `[${tree.items.map(write).join()}]`
  return `{${tree.entries.map(([key, each]) => `${JSON.stringify(key)}:${write(each)}`).join()}}`
}

// The n-th of its places, in whatever order, with something else in it.
function alter(tree: Tree, [n, json]: [number, string]): Tree {
  if (typeof tree === 'string') return json
  const list = 'items' in tree ? tree.items : tree.entries
  if (list.length === 0 || n % 7 === 0) return json
  const index = n % list.length
  const rest: [number, string] = [Math.floor(n / list.length), json]
  if ('items' in tree)
    return { items: tree.items.map((each, at) => (at === index ? alter(each, rest) : each)) }
  return { entries: tree.entries.map(([key, each], at) => [key, at === index ? alter(each, rest) : each]) }
}

function extend(tree: Tree, key: string, json: string): Tree {
  if (typeof tree === 'string' || 'items' in tree) return tree
  const inner = tree.entries.map(([name, each]): [string, Tree] => [
    name,
    typeof each !== 'string' && 'items' in each
      ? { items: each.items.map((item) => extend(item, key, json)) }
      : each,
  ])
  // Some known key once more, too: the last one counts.
  const again = tree.entries[0]?.[0] ?? key
  return { entries: [[again, json], ...inner, [key, json]] }
}

// Values of a body by their place: keys, with * for any place in a list.
function known(good: unknown): Map<string, Set<string>> {
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

function validJson(schema: Schema, path: Path, meant: Map<string, Set<string>>): fc.Arbitrary<Tree> {
  const { oneOf, enum: choice, properties = {}, required = [], items, minItems = 0 } = resolve(schema)
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
  // Ids that are none of those refer to nothing, most of the time.
  const weight = /id$|\*$/.test(path.at(-1)?.toString() ?? '') ? 90 : 12
  if (values.length > 0) kinds.push({ weight, arbitrary: fc.constantFrom(...values) })
  return kinds.length === 0 ? fc.constant('null') : fc.oneof(...kinds)
}

// Made once: it is a large table.
const sign = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
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
  if (format === 'instant')
    return fc
      .tuple(days, fc.constantFrom('', 'Z', '+01:00', '-05:30'))
      .map(([day, zone]) => `${day.slice(0, 10)}${zone === '' ? ' ' : 'T'}${day.slice(11, 19)}${zone}`)
  if (format === 'email')
    return fc.constantFrom('a@example.org', 'é@exämple.org', "o'b@example.org", 'A@EXAMPLE.org')
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'))
  return fc.string({ unit: sign, minLength, maxLength: Math.min(maxLength, 60) })
}

/** The parts of a JSON Schema that the generator reads. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  pattern?: string
  format?: string
}

// Numbers from 0 to 1, the same for the same seed (mulberry32).
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'é'.repeat(200),
  'x'.repeat(5000),
  "'; drop table auth.users; --",
  '$1',
  '%s%n',
  '{"admin":true}',
  '<script>alert(1)</script>',
  '\u202eadmin',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '🚒',
  'null',
  '1e9',
  '\r\nSet-Cookie: a=b',
]
const hostileValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e300,
  -0,
  [],
  {},
  [[]],
  [null],
  { $ne: null },
  { toString: 1 },
  '2026-02-30',
]
const emails = [
  'a@example.org',
  'CHEF@example.org',
  'é@exämple.org',
  'a@',
  "o'b@example.org",
  'x'.repeat(250),
]

/** Bodies for a schema: valid ones, and others that are wrong in one place, in many, or everywhere. */
export class RandomBodies {
  readonly #random: () => number
  readonly #schemas: Record<string, Schema>
  /** Meaningful values by the name of a property; undefined among them stands for a generated one. */
  readonly #known: Record<string, unknown[]>

  constructor(seed: number, schemas: Record<string, Schema>, known: Record<string, unknown[]>) {
    this.#random = randomNumbers(seed)
    this.#schemas = schemas
    this.#known = known
  }

  /** One of a list that is not empty. */
  pick<T>(list: T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T
  }

  /** The text of a body. */
  next(schema: Schema): string {
    const { properties = {}, required = [] } = this.#resolve(schema)
    const chance = this.#random()
    if (chance < 0.03) return this.pick(['', '{', '[]', 'null', '"x"', '7', '{"a":}', '[{}]'])
    const wrong = chance < 0.35 ? 0 : chance < 0.75 ? 1 / Object.keys(properties).length : 0.6
    const entries = Object.entries(properties).flatMap(([name, property]): [string, unknown][] => {
      if (this.#random() < (required.includes(name) ? 0.04 : 0.4)) return []
      return [[name, this.#random() < wrong ? this.#hostile() : this.#valid(property, name)]]
    })
    if (this.#random() < 0.2)
      entries.push([this.pick(['id', 'sis_key', 'is_admin', '__proto__']), this.pick(hostileValues)])
    return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`
  }

  #resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1)
    return name === undefined ? schema : (this.#schemas[name] ?? {})
  }

  #hostile(): unknown {
    return this.#random() < 0.5 ? this.pick(hostileTexts) : this.pick(hostileValues)
  }

  #valid(schema: Schema, name: string): unknown {
    const { type, oneOf, items, minItems = 0, pattern, format } = this.#resolve(schema)
    const known = this.pick(this.#known[name] ?? [undefined])
    const kind = oneOf ? 'oneOf' : Array.isArray(type) ? this.pick(type) : type
    if (kind === 'oneOf') return this.#valid(this.pick(oneOf ?? []), name)
    if (kind === 'array') {
      const length = minItems + Math.floor(this.#random() * 3)
      return Array.from({ length }, () => this.#valid(items ?? {}, name))
    }
    if (kind === 'null') return null
    if (kind === 'boolean') return this.#random() < 0.5
    if (known !== undefined) return known
    if (kind === 'integer') return 1 + Math.floor(this.#random() * 60)
    const word = Math.floor(this.#random() * 36 ** 6).toString(36)
    if (format === 'email') return this.#random() < 0.7 ? `${word}@example.org` : this.pick(emails)
    return pattern?.startsWith('^[a-z') ? word : `${word} Été`
  }
}

import fc from 'fast-check'
import type { Schema } from '../every_operation/schema.ts'
import { hostile } from './hostile.ts'
import { alter, extend, write } from './tree.ts'
import { known, validJson } from './valid.ts'

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
 * Bodies for a schema, as texts: one in three valid, others wrong in one place, in some, or everywhere.
 * @param good a valid body: its values occur again.
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
